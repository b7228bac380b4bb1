import { contentResources } from '@institute/contract';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { adminScreens } from '../admin-screens.ts';
import { issueCertificate } from '../certificates.ts';
import { owner } from '../owner.ts';
import { expect, readPublic, test } from '../story.ts';

const phone = { width: 360, height: 740 };
const LETTER = 'W';

interface Schema {
  anyOf?: Schema[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The example with each free text as one word of the length that the contract allows. */
function longest(schema: Schema, example: unknown): unknown {
  const { anyOf, type, format, pattern, maxLength = 1000, items, properties } = schema;
  const [first] = anyOf ?? [];
  if (first) return longest(first, example);
  if (Array.isArray(example) && items) return example.map((one) => longest(items, one));
  if (properties && typeof example === 'object' && example !== null) {
    return Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, longest(properties[name] ?? {}, value)]),
    );
  }
  const isFree = type === 'string' && !format && !pattern && !('enum' in schema);
  if (!isFree || /^(https?:\/)?\//.test(String(example))) return example;
  return LETTER.repeat(Math.min(maxLength, 1000));
}

const breakWords = (data: unknown): object =>
  JSON.parse(JSON.stringify(data).replaceAll(LETTER.repeat(21), `${LETTER.repeat(20)} `));

async function makeLongest(request: APIRequestContext) {
  const signedIn = await request.post('/api/v1/admin/login', { data: owner });
  const owned = { ...owner, ...(await signedIn.json()).data };
  const headers = { authorization: `Bearer ${owned.token}` };
  const api = await (await request.get('/api/v1/openapi.json')).json();
  const [{ imageUrl } = {}] = await readPublic<{ imageUrl?: string }[]>(request, '/programs');
  const make = async (path: string, example: object) => {
    const body = api.paths[`/api/v1${path}`].post.requestBody.content['application/json'].schema;
    const name = body.$ref?.split('/').at(-1);
    const full = longest(name ? api.components.schemas[name] : body, example);
    // Other stories look at public programs, which must stay published; what else is made is a draft
    const data = path === '/programs' ? breakWords(full) : full;
    const answer = await request.post(`/api/v1${path}`, { headers, data });
    expect(answer.status(), `${path} ${await answer.text()}`).toBe(201);
    return (await answer.json()).data as { id: number };
  };
  const program = await make('/programs', {
    ...contentResources.programs.example,
    imageUrl,
    isActive: true,
    status: 'published',
    publishAt: null,
  });
  let intakeId = 0;
  for (const [key, { example }] of Object.entries(contentResources)) {
    if (key === 'programs') continue;
    const { id } = await make(`/${key}`, {
      ...example,
      // Two parts may share a product
      ...('path' in example && { path: `longest-${Date.now()}` }),
      ...('imageUrl' in example && { imageUrl }),
      ...('image' in example && { image: imageUrl }),
      ...('programId' in example ? { programId: program.id, isOpen: true } : { status: 'draft' }),
    });
    if (key === 'intakes') intakeId = id;
  }
  const person = { email: `${'w'.repeat(64)}@${'w'.repeat(63)}.example.org`, phone: '+256 700 000 000' };
  const registration = await make('/registrations', {
    ...person,
    firstName: 'Ann',
    lastName: 'Example',
    dateOfBirth: '2001-02-03',
    programId: program.id,
    emergencyName: 'Bo',
    emergencyPhone: '0700 000 001',
    emergencyRelation: 'Uncle',
    guardianName: 'Grace',
    guardianPhone: '0700 000 002',
    medicalConditions: 'Asthma',
    allergies: 'Nuts',
    medications: 'Inhaler',
    consent: true,
  });
  // The line of a certificate holds a name of 60 letters
  const graduate = { firstName: LETTER.repeat(29), lastName: LETTER.repeat(30), programId: program.id };
  await issueCertificate(request, owned, {}, graduate);
  await make('/contact', { ...person, name: 'Ann', subject: 'Fees', message: 'How much?' });
  const hide = () => request.put(`/api/v1/programs/${program.id}`, { headers, data: { status: 'draft' } });
  const sheets = [`/admin/registrations/${registration.id}/print`, `/admin/intakes/${intakeId}/class-list`];
  return { sheets, hide };
}

/** Names elements that reach beyond their page or scroll box, the innermost only. */
function overflowing(): string[] {
  const isBox = (one: Element) => {
    const { overflowX, textOverflow, webkitLineClamp, position } = getComputedStyle(one);
    const isCut = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || position === 'absolute';
    return overflowX !== 'visible' && !isCut && one.clientWidth > 1;
  };
  const boxes = [...document.querySelectorAll('*')].filter(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      (one === document.documentElement || isBox(one)) &&
      !one.matches('[role=tablist], [role=toolbar], nav *, input, textarea, [inert] *, [aria-hidden] *') &&
      one.scrollWidth > one.clientWidth + 1,
  );
  return boxes.map((box) => {
    const edge = box.getBoundingClientRect().left + box.clientWidth + 1;
    const beyond = [...box.querySelectorAll('*')].filter(
      (one) => one.checkVisibility() && one.getBoundingClientRect().right > edge,
    );
    const innermost = beyond.filter((one) => !beyond.some((other) => other !== one && one.contains(other)));
    const names = innermost.map(
      (one) =>
        `${one.parentElement?.className} > ${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`,
    );
    return `${box.tagName} ${box.scrollWidth} px: ${names.slice(0, 3).join(' | ')}`;
  });
}

const opens =
  /^(View|Edit|Add|Delete|Correct|Withdraw|Charge|Remind|New|Make|Record|Issue|Write|Change|Move|Invite|Filters|History|Columns|Choose)\b/;

async function opensOf(root: Locator) {
  const names = await root
    .locator('button:not([role]):enabled:visible')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
  const byVerb = new Map(names.filter((name) => opens.test(name)).map((name) => [name.slice(0, 9), name]));
  return [...byVerb.values()];
}

const dialogs = (page: Page) => page.locator('[role$=dialog][data-state=open]');

/** Waits for what a press asked the server, and for the dialog that the answer opens. */
async function settle(page: Page) {
  const paint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await paint();
  await expect(page.locator('[data-testid=skeleton], button[aria-busy=true]')).toHaveCount(0);
  await paint();
}

const parts = 4;
for (let part = 0; part < parts; part += 1) {
  test(`the longest texts fit lists and dialogs on a phone of 360 px, part ${part + 1}`, async ({
    ownersOffice: office,
    request,
  }) => {
    const found: string[] = [];
    const check = async (where: string) => {
      const wide = await office.evaluate(overflowing);
      found.push(...wide.map((one) => `${where}: ${one}`));
    };
    const pathNow = () => new URL(office.url()).pathname;
    const openEach = async (root: Locator, where: string, depth: number) => {
      const path = pathNow();
      for (const name of await opensOf(root)) {
        const before = await dialogs(office).count();
        await root.getByRole('button', { name, exact: true }).first().click({ timeout: 60_000 });
        await settle(office);
        const opened = `${where}, ${name.slice(0, 20)}`;
        await check(opened);
        // The form of a post and of a page has an address of its own
        while (pathNow() !== path) {
          await office.goBack();
          await settle(office);
        }
        if ((await dialogs(office).count()) <= before) continue;
        const dialog = dialogs(office).last();
        const last = dialog.getByRole('button').last();
        await expect(async () => {
          await last.scrollIntoViewIfNeeded();
          await expect(last, opened).toBeInViewport({ timeout: 500 });
        }).toPass({ timeout: 60_000 });
        for (const tab of await dialog.getByRole('tab').all()) {
          await tab.click();
          await check(`${opened}, ${await tab.textContent()}`);
        }
        if (depth < 1 && (await dialog.getAttribute('role')) === 'dialog')
          await openEach(dialog, opened, depth + 1);
        const discard = office.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
        await expect(async () => {
          if (await discard.isVisible()) await discard.click();
          else if ((await dialogs(office).count()) > before) await office.keyboard.press('Escape');
          await expect(dialogs(office)).toHaveCount(before, { timeout: 500 });
        }).toPass({ timeout: 60_000 });
      }
    };
    await office.setViewportSize(phone);
    const { sheets, hide } = await makeLongest(request);
    const paths = [...Object.values(adminScreens), ...sheets].filter((_, place) => place % parts === part);
    for (const path of paths) {
      await office.goto(path in contentLists ? `${path}?q=${LETTER.repeat(20)}` : path);
      await expect(office.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expect(office.getByTestId('skeleton')).toHaveCount(0);
      await check(path);
      await openEach(office.getByRole('main'), path, 0);
    }
    expect((await hide()).status()).toBe(200);
    expect(found).toEqual([]);
  });
}

const contentLists = Object.fromEntries(
  [...Object.keys(contentResources), 'registrations'].map((key) => [`/admin/${key}`, key]),
);
