import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { payCode } from '@institute/contract/fees.constants';
import { toLocalDay } from '@institute/contract/time';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { adminScreens } from './admin-screens.ts';
import { askedPapers, sendDocuments } from './documents.ts';
import { owner } from './owner.ts';
import { sendRegistration, test } from './story.ts';

const folder = resolve(import.meta.dirname, '../../docs/screenshots');
/** Pixels. The end of longer pages is the footer, which other screenshots show. */
const MAX_HEIGHT = 3600;
const MAX_BYTES = 150_000;

const publicPages = {
  home: '/',
  about: '/about',
  programs: '/programs',
  program: '/programs/1',
  trainers: '/coaches',
  facilities: '/facilities',
  facility: '/facilities/1',
  registration: '/registration?program=1',
  'registration-success': '/registration-success',
  'registration-status': '/registration/status',
  news: '/news',
  post: '/news/1',
  gallery: '/gallery',
  videos: '/videos',
  alumni: '/alumni',
  contact: '/contact',
  faq: '/faq',
  'own-page': '/p/student-handbook',
  donations: '/donations',
  fees: '/fees',
  certificates: '/certificates',
  newsletter: '/newsletter',
  'not-found': '/no-such-page',
  'api-reference': '/docs/api',
  'admin-login': '/admin/login',
  'admin-signup': '/admin/signup',
};
/** An address, and the buttons that open the dialog. */
const adminDialogs = {
  'admin-registration': ['/admin/registrations', 'View Patricia Nakato'],
  'admin-registration-documents': ['/admin/registrations', 'View Patricia Nakato', /^Look at /],
  'admin-registration-correct': ['/admin/registrations', 'View Patricia Nakato', 'Correct Details'],
  'admin-registration-new': ['/admin/registrations', 'New Registration'],
  'admin-coach-form': ['/admin/coaches', /^Edit /],
  'admin-gallery-form': ['/admin/gallery', 'New Gallery Item'],
  'admin-alumni-form': ['/admin/alumni', /^Edit /],
  'admin-invite': ['/admin/accounts', 'Invite'],
  'admin-message': ['/admin/fees', /^Remind/],
  'admin-question': ['/admin/programs', /^Delete /],
} as const;

const people = [
  ['Patricia', 'Nakato', 'patricia.nakato@example.org', 1, 'Mild asthma'],
  ['Samuel', 'Okot', 'samuel.okot@example.org', 2, ''],
  ['Brenda', 'Achieng', 'brenda.achieng@example.org', 5, ''],
  ['Ivan', 'Tumwine', 'ivan.tumwine@example.org', 6, 'Wears glasses'],
] as const;

let certificate = '';
let receipt = '';
let statement = '';
let paper: Buffer = Buffer.from('');

/** How many pages of each asked paper some people have sent. */
const sentPages: Record<string, Record<string, number>> = {
  Patricia: { s4: 2, id: 1 },
  Samuel: { s4: 1 },
};

async function createSampleData(request: APIRequestContext) {
  const { token } = (await (await request.post('/api/v1/admin/login', { data: owner })).json()).data;
  const headers = { authorization: `Bearer ${token}` };
  for (const programId of [1, 2])
    await request.put(`/api/v1/programs/${programId}`, { headers, data: { asks: askedPapers } });
  const ids: number[] = [];
  for (const [at, [firstName, lastName, email, programId, medicalConditions]] of people.entries()) {
    const phone = `+256 700 000 02${at}`;
    const { id, reference } = await sendRegistration(request, {
      firstName,
      lastName,
      email,
      phone,
      programId,
      startDate: '2027-02-01',
      emergencyName: 'Grace Namutebi',
      emergencyPhone: '+256 700 000 011',
      emergencyRelation: 'Mother',
      medicalConditions,
    });
    ids.push(id);
    const pages = sentPages[firstName];
    if (pages) await sendDocuments(request, { reference, phone }, pages);
  }
  const postJson = async (path: string, data: object, token = '') => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await request.post(path, { data, headers });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return answer;
  };
  await postJson('/api/v1/contact', {
    name: 'Moses Kato',
    email: 'moses.kato@example.org',
    subject: 'Evening classes',
    message: 'Is there an evening group for information technology in January?',
  });
  await postJson('/api/v1/newsletter/subscribe', { email: 'patricia.nakato@example.org' });
  const key = { name: 'Timetable', scopes: ['content:read', 'registrations:read'] };
  await postJson('/api/trpc/apiKeys.create', key, token);
  const webhook = {
    url: 'https://timetable.example.org/institute',
    description: 'Timetable',
    events: ['registration.status_changed', 'content.changed'],
  };
  await postJson('/api/trpc/webhooks.create', webhook, token);

  const [paying, , , graduate] = ids;
  for (const id of [paying, graduate]) {
    await postJson('/api/trpc/registrations.decide', { id, status: 'accepted' }, token);
  }
  const cash = {
    parts: [{ registrationId: paying, amount: 150_000 }],
    amount: 150_000,
    method: 'cash',
    receivedOn: toLocalDay(new Date()),
  };
  const payment = await postJson('/api/trpc/fees.record', cash, token);
  const { receivedOn } = cash;
  receipt = `/receipts/${(await payment.json()).result.data.receipts[0].receiptCode}`;
  statement = [
    'Date,Transaction ID,Description,Credit',
    `${receivedOn},FT26332ABCD1,STUDENT ${payCode(paying ?? 0)},250000`,
    `${receivedOn},FT26332ABCD2,DEPOSIT BY BRENDA A.,75000`,
    `${receivedOn},FT26332ABCD3,SWEEP TO MAIN,900000`,
  ].join('\n');
  await postJson('/api/trpc/fees.close', { day: receivedOn, counted: cash.amount }, token);
  await createOfficeRows((path, data) => postJson(`/api/trpc/${path}`, data, token), receivedOn);
  await postJson(
    '/api/trpc/registrations.decide',
    { id: graduate, status: 'completed', anyway: true },
    token,
  );
  const days = { hours: 480, from: '2026-02-02', to: '2026-10-30', result: 'Distinction' };
  const registrations = [{ id: graduate, holder: 'Ivan Tumwine', ...days }];
  const issued = await postJson('/api/trpc/certificates.issue', { registrations }, token);
  const [{ id, code }] = (await issued.json()).result.data.items;
  certificate = `/certificates/${code}`;
  const ticket = await postJson('/api/trpc/certificates.pdfTicket', { ids: [id] }, token);
  paper = await (await request.get((await ticket.json()).result.data.url)).body();
}

/** One row each for lists that would be empty. */
async function createOfficeRows(call: (path: string, data: object) => Promise<unknown>, today: string) {
  await call('fees.deposit', { amount: 100_000, bankedOn: today, bank: 'Stanbic', slip: 'SB-20417' });
  await call('fees.record', {
    parts: [],
    amount: 75_000,
    method: 'bank',
    operatorId: 'FT26332WXYZ9',
    bank: 'Stanbic',
    receivedOn: today,
    payerName: 'Brenda A.',
  });
  await call('donations.record', {
    name: 'Sarah Nabirye',
    email: 'sarah.nabirye@example.org',
    phone: null,
    currency: 'UGX',
    amount: 500_000,
    method: 'cash',
    receivedOn: today,
    note: null,
    idempotencyKey: crypto.randomUUID(),
  });
  await call('newsletter.campaigns.create', { subject: 'New courses in January', body: 'Apply now.' });
  await call('redirects.create', { from: '/our-courses.html', to: '/programs' });
}

async function settlePage(page: Page) {
  await untilQuiet(page);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => drawn(null)));
    }
    scrollTo(0, 0);
    // A hidden image that loads late never decodes.
    const images = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(
      images.map((image) => {
        // The browser leaves a lazy image of a slide beside the shown one for later.
        image.loading = 'eager';
        return image.decode().catch(() => null);
      }),
    );
    await document.fonts.ready;
  });
  await untilQuiet(page);
}

/** The dashboard's event stream never ends, hence the limit. */
const untilQuiet = (page: Page) =>
  page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);

/** A dialog covers only the visible part, so `screen` takes only that. */
async function takeScreenshot(page: Page, name: string, part: 'page' | 'screen' = 'page') {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if (part === 'page') {
    await settlePage(page);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    // Moves elements that are fixed to the bottom of the screen to the bottom of the screenshot.
    await page.setViewportSize({ width, height: Math.min(whole, MAX_HEIGHT) });
  }
  const screenshot = await page.screenshot();
  await page.setViewportSize({ width, height });
  await writePicture(`${name}-${width}`, sharp(screenshot));
}

async function writePicture(name: string, picture: Sharp) {
  let small = Buffer.from('');
  for (const quality of [80, 65, 50, 35, 20]) {
    small = await picture.clone().webp({ quality, effort: 6 }).toBuffer();
    if (small.length <= MAX_BYTES) break;
  }
  writeFileSync(join(folder, `${name}.webp`), small);
}

test.use({ expectedInConsole: /./, expectedStrangers: /./ });
test.beforeAll(async ({ playwright, baseURL }) => {
  mkdirSync(folder, { recursive: true });
  await createSampleData(await playwright.request.newContext({ baseURL }));
});

for (const [name, path] of Object.entries({ ...adminScreens, 'admin-menu': '/admin/site?section=menu' })) {
  test(name, async ({ ownersOffice: page }) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await takeScreenshot(page, name);
  });
}
for (const [name, path] of Object.entries(publicPages)) {
  test(name, async ({ page }) => {
    await page.goto(path);
    await takeScreenshot(page, name);
  });
}
test('certificate', async ({ page }) => {
  await page.goto(certificate);
  await takeScreenshot(page, 'certificate');
});
test('receipt', async ({ page }) => {
  await page.goto(receipt);
  await takeScreenshot(page, 'receipt');
});
test('certificate-paper', async () => {
  const library = await PDFiumLibrary.init();
  const [page] = (await library.loadDocument(paper)).pages();
  const drawn = await page?.render({ scale: 2, render: 'bitmap' });
  if (!drawn) throw new Error('The paper has no page');
  const { data, width, height } = drawn;
  const picture = sharp(data, { raw: { width, height, channels: 4 } });
  await writePicture('certificate-paper-1280', picture.resize({ width: 1280 }));
});
test('admin-fees-import-preview', async ({ ownersOffice: page }) => {
  await page.goto('/admin/fees/import');
  await page.getByLabel('Lines', { exact: true }).fill(statement);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: /^Store / }).waitFor();
  await takeScreenshot(page, 'admin-fees-import-preview');
});
for (const [name, [path, ...buttons]] of Object.entries(adminDialogs)) {
  test(name, async ({ ownersOffice: page }) => {
    await page.goto(path);
    for (const button of buttons) await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor();
    await untilQuiet(page);
    await takeScreenshot(page, name, 'screen');
  });
}
