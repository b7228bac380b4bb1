import { issueCertificate } from '../certificates.ts';
import { expect, test } from '../story.ts';
import { openWebKit } from '../webkit-driver.ts';
import { consent } from '../wizard.ts';

// The promises to visitors in WebKit where only the system's package is there
type WebKit = Awaited<ReturnType<typeof openWebKit>>;
let webkit: WebKit;

test.beforeEach(async ({ product }) => {
  webkit = await openWebKit(product.url);
});
test.afterEach(async () => {
  expect(await webkit.run(() => document.body.innerText)).not.toContain('Something went wrong');
  expect(await webkit.run(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await webkit.close();
});

async function visit(path: string) {
  await webkit.open(path);
  await expect.poll(() => webkit.run(() => 'hydrated' in document.documentElement.dataset)).toBe(true);
}

const findControl = (label: string) =>
  Array.from(document.querySelectorAll('main label'))
    .filter((one) => one.textContent?.startsWith(label))
    .map((one) => (one as HTMLLabelElement).control)
    .find((control) => control?.checkVisibility());

const findPressable = (text: string) =>
  Array.from(document.querySelectorAll<HTMLElement>('main button, main a, dialog a, header button')).find(
    (one) => (one.textContent?.trim() === text || one.ariaLabel === text) && one.checkVisibility(),
  );

const findOption = (text: string) =>
  Array.from(document.querySelectorAll('main option')).find((one) => one.textContent === text);

async function untilFound(script: (text: string) => unknown, text: string) {
  await expect.poll(async () => Boolean(await webkit.find(script, text)), { message: text }).toBe(true);
  const found = await webkit.find(script, text);
  if (!found) throw new Error(`${text} has gone`);
  return found;
}
const press = async (text: string) => webkit.press(await untilFound(findPressable, text));
const fill = async (label: string, text: string) => webkit.type(await untilFound(findControl, label), text);
const expectText = (text: RegExp) =>
  expect.poll(() => webkit.run(() => document.querySelector('main')?.innerText ?? '')).toMatch(text);

test('a visitor opens the menu and finds a program', async () => {
  await visit('/');
  await press('Open menu');
  await press('Programs');
  await expectText(/All Programs/);
  await press('Football & Netball Camp');
  await expectText(/^Football & Netball Camp/m);
});

test('a visitor registers and reads the reference', async () => {
  await visit('/registration');
  await fill('First Name', 'Amina');
  await fill('Last Name', 'Story');
  await fill('Phone', '+256 700 123 456');
  await press('Next');
  await expectText(/Program Selection/);
  await untilFound(findOption, 'Music & Guitar');
  await fill('Program', 'Music & Guitar');
  for (let step = 0; step < 3; step += 1) await press('Next');
  await webkit.press(await untilFound(findControl, consent));
  await press('Submit');
  await expectText(/Your reference: REG-\d{4}-\d{6}/);
});

test('an employer checks a certificate', async ({ request, account }) => {
  const { code } = await issueCertificate(request, account);
  await visit('/certificates');
  await fill('Code', code);
  await press('Check');
  await expectText(/^Valid certificate/m);
});

test('the office asks for the texts of the site once', async () => {
  await webkit.open('/admin/login');
  await expectText(/Sign In/);
  const asked = await webkit.run(() =>
    performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/v1/site')),
  );
  expect(asked).toHaveLength(1);
});
