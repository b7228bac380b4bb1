// Saves a screenshot of every page at both widths in docs/screenshots. Run it after `npm run build`:
// `node apps/e2e/screenshots.ts`, or `node apps/e2e/screenshots.ts admin` for names that begin with "admin".
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { adminScreens } from './admin-screens.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/screenshots');
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** Pixels. The end of longer pages is the footer, which other screenshots show. */
const MAX_HEIGHT = 3600;
const MAX_BYTES = 150_000;
const demo = { email: 'office@institute.example', password: 'kitenge-and-thread-9' };

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
  donations: '/donations',
  newsletter: '/newsletter',
  'not-found': '/no-such-page',
  'api-reference': '/docs/api',
  'admin-login': '/admin/login',
  'admin-signup': '/admin/signup',
};
const adminDialogs = {
  'admin-registration': ['/admin/registrations', 'View Patricia Nakato'],
  'admin-post-form': ['/admin/posts', /^Edit /],
  'admin-program-form': ['/admin/programs', 'New Program'],
  'admin-coach-form': ['/admin/coaches', /^Edit /],
  'admin-gallery-form': ['/admin/gallery', 'New Gallery Item'],
  'admin-facility-form': ['/admin/facilities', /^Edit /],
  'admin-alumni-form': ['/admin/alumni', /^Edit /],
  'admin-question': ['/admin/programs', /^Delete /],
} as const;

const people = [
  ['Patricia', 'Nakato', 'patricia.nakato@example.org', 1, 'Mild asthma'],
  ['Samuel', 'Okot', 'samuel.okot@example.org', 2, ''],
  ['Brenda', 'Achieng', 'brenda.achieng@example.org', 5, ''],
  ['Ivan', 'Tumwine', 'ivan.tumwine@example.org', 6, 'Wears glasses'],
] as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.');
  return address.port;
}

async function start(port: number, dataDir: string): Promise<ChildProcess> {
  const product = spawn(process.execPath, ['apps/server/launch.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'inherit',
  });
  for (let tries = 0; tries < 240; tries += 1) {
    if (product.exitCode !== null) break;
    const ready = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    if (ready?.ok) return product;
    await new Promise((wake) => setTimeout(wake, 250));
  }
  throw new Error('The product did not start.');
}

async function createSampleData(origin: string) {
  const send = (path: string, body: object) =>
    fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await send('/admin/signup', { ...demo, confirmPassword: demo.password });
  if (!answer.ok) throw new Error(`No account: ${answer.status}`);
  for (const [at, [firstName, lastName, email, programId, medicalConditions]] of people.entries()) {
    await send('/registrations', {
      firstName,
      lastName,
      email,
      phone: `+256 700 000 02${at}`,
      programId,
      startDate: '2027-02-01',
      emergencyName: 'Grace Namutebi',
      emergencyPhone: '+256 700 000 011',
      emergencyRelation: 'Mother',
      medicalConditions,
      consent: true,
    });
  }
  await send('/contact', {
    name: 'Moses Kato',
    email: 'moses.kato@example.org',
    subject: 'Evening classes',
    message: 'Is there an evening group for information technology in January?',
  });
  await send('/newsletter/subscribe', { email: 'patricia.nakato@example.org' });
  const { data } = (await answer.json()) as { data: { token: string; user: { id: number } } };
  const call = (procedure: string, input: object) =>
    fetch(`${origin}/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${data.token}` },
      body: JSON.stringify(input),
    });
  await call('accounts.setMayReadMedical', { id: data.user.id, mayReadMedical: true });
  await call('apiKeys.create', { name: 'Timetable', scopes: ['content:read', 'registrations:read'] });
  await call('webhooks.create', {
    url: 'https://timetable.example.org/institute',
    description: 'Timetable',
    events: ['registration.status_changed', 'content.changed'],
  });
}

async function settle(page: Page) {
  await quiet(page);
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(() => drawn(null)));
    }
    scrollTo(0, 0);
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => null)));
    await document.fonts.ready;
  });
  await quiet(page);
}

/** The dashboard's event stream never ends, hence the limit. */
const quiet = (page: Page) => page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);

/** A dialog covers only the visible part, so `screen` takes only that. */
async function take(page: Page, name: string, part: 'page' | 'screen' = 'page') {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  if (part === 'page') {
    await settle(page);
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    // Moves elements that are fixed to the bottom of the screen to the bottom of the screenshot.
    await page.setViewportSize({ width, height: Math.min(whole, MAX_HEIGHT) });
  }
  const screenshot = await page.screenshot();
  await page.setViewportSize({ width, height });
  let small = screenshot;
  for (const quality of [80, 65, 50, 35, 20]) {
    small = await sharp(screenshot).webp({ quality, effort: 6 }).toBuffer();
    if (small.length <= MAX_BYTES) break;
  }
  writeFileSync(join(folder, `${name}-${width}.webp`), small);
}

const [, , begin = ''] = process.argv;
const wanted = <T>(pages: Record<string, T>) =>
  Object.entries(pages).filter(([name]) => name.startsWith(begin));

async function takeAll(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  for (const [name, path] of wanted(publicPages)) {
    await page.goto(origin + path);
    await take(page, name);
  }

  await page.goto(`${origin}/admin/login`);
  await page.getByLabel('Email').fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  for (const [name, path] of wanted(adminScreens)) {
    await page.goto(origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, name);
  }
  for (const [name, [path, button]] of wanted<readonly [string, string | RegExp]>(adminDialogs)) {
    await page.goto(origin + path);
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
    await quiet(page);
    await take(page, name, 'screen');
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'institute-screenshots-'));
const port = await freePort();
const origin = `http://localhost:${port}`;
const product = await start(port, dataDir);
try {
  await createSampleData(origin);
  mkdirSync(folder, { recursive: true });
  const executablePath = [process.env.CHROME_PATH, '/usr/bin/chromium'].find(
    (path) => path && existsSync(path),
  );
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const viewport of Object.values(sizes)) {
    const context = await browser.newContext({
      viewport,
      locale: 'en-UG',
      timezoneId: 'Africa/Kampala',
      reducedMotion: 'reduce',
    });
    await takeAll(context, origin);
    await context.close();
  }
  await browser.close();
} finally {
  product.kill('SIGTERM');
  if (product.exitCode === null) await once(product, 'exit');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
