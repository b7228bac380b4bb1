import { type Development, startDevelopment } from '../development.ts';
import { expect, test as story, untilHydrated } from '../story.ts';

/** Stories of `npm run dev`. */
const test = story.extend<object, { product: Development }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture uses.
    async ({}, use, { workerIndex }) => {
      const development = await startDevelopment(`development-${workerIndex}`);
      await use(development);
      await development.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

// One server for all
test.describe.configure({ mode: 'default' });

test('npm run dev shows an edited text at once and keeps what was typed', async ({
  page,
  visit,
  product,
}) => {
  await visit('/');
  await expect(page.getByRole('link', { name: 'All programs' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await footer.locator('summary').last().click();
  const email = footer.getByLabel('Email');
  await email.fill('ann@example.org');
  product.edit('apps/web/src/features/home/our-programs.tsx', 'All programs', 'Every program');
  await expect(page.getByRole('link', { name: 'Every program' })).toBeVisible();
  await expect(email).toHaveValue('ann@example.org');
});

test.describe('with a fault in the scripts', () => {
  test.use({ expectedInConsole: /Broken on purpose/ });

  test('npm run dev logs its place, and the page starts once it is mended', async ({
    page,
    visit,
    product,
  }) => {
    await visit('/faq');
    const mend = product.edit(
      'apps/web/src/entry-client.tsx',
      'const router =',
      "throw new TypeError('Broken on purpose');\nconst router =",
    );
    await expect.poll(product.readLog).toMatch(/TypeError: Broken on purpose\s+at \S+entry-client\.tsx/);
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    mend();
    await untilHydrated(page);
  });
});

test('npm run dev answers while the server starts again, and its pages show the change', async ({
  page,
  visit,
  product,
}) => {
  await visit('/programs');
  const answers = new Set<number>();
  let isOver = false;
  const asking = (async () => {
    while (!isOver) answers.add((await page.request.get('/faq')).status());
  })();
  product.edit(
    'apps/server/src/modules/school/programs/program.resource.ts',
    'truncate(removeBlockMarks(description), programExcerptLength)',
    "'Written by the new server'",
  );
  await expect(page.getByText('Written by the new server').first()).toBeVisible();
  isOver = true;
  await asking;
  expect([...answers]).toEqual([200]);
});

test('npm run dev loads a page once when a label of the contract changes', async ({
  page,
  visit,
  product,
}) => {
  await visit('/registration');
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  const fields = 'packages/contract/src/fields/registration-fields.constants.ts';
  const mend = product.edit(fields, "label: 'First Name'", "label: 'Given Name'");
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByLabel('Given Name').first()).toBeVisible();
  await untilHydrated(page);
  mend();
  await expect.poll(() => loads).toBe(2);
  await expect(page.getByLabel('First Name').first()).toBeVisible();
  await untilHydrated(page);
  expect(loads).toBe(2);
});

test.describe('with a fault in what the server runs', () => {
  test.use({ expectedInConsole: /Broken on purpose|Failed to load resource/ });

  const faults = [
    ['a typo', 'apps/server/src/app.ts', 'export async function', 'const broken = ;'],
    [
      'an exception while a component renders',
      'apps/web/src/features/home/our-programs.tsx',
      'const { queries }',
      "throw new TypeError('Broken on purpose');",
    ],
    [
      'an exception in a loader',
      'apps/web/src/routes/index.tsx',
      'startQueries(\n',
      "Promise.reject(new TypeError('Broken on purpose')) ??",
    ],
  ] as const;
  for (const [fault, file, before, text] of faults) {
    test(`npm run dev shows ${fault} with its place, and the page comes back once it is mended`, async ({
      page,
      product,
    }) => {
      const mend = product.edit(file, before, `${text}\n${before}`);
      const place = new RegExp(`${file}:\\d+`);
      await expect(async () => {
        // From then on Vite tells the page of what is saved
        const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
        await page.goto('/');
        await connected;
        expect(await page.locator('pre').textContent({ timeout: 1000 })).toMatch(place);
      }).toPass();
      expect(product.readLog()).toMatch(place);
      mend();
      await untilHydrated(page);
      await expect(page.getByRole('heading', { name: 'Our Programs' })).toBeVisible();
    });
  }
});
