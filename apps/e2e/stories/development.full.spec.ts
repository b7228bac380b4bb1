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

// One server for both
test.describe.configure({ mode: 'default' });

test('npm run dev shows an edited text at once and keeps what was typed', async ({
  page,
  visit,
  product,
}) => {
  await visit('/');
  await expect(page.getByRole('link', { name: 'All programs' })).toBeVisible();
  const email = page.getByRole('contentinfo').getByLabel('Email');
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
