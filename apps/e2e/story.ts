import { rmSync } from 'node:fs';
import { type APIRequestContext, test as base, type ConsoleMessage, type Page } from '@playwright/test';
import {
  type AfricasTalkingStandIn,
  startAfricasTalking,
} from '../server/src/testing/stand-ins/africas-talking-stand-in.ts';
import { expect } from './expect.ts';
import { owner } from './owner.ts';
import { type Product, startProduct } from './product.ts';
import { copyTemplate } from './template.ts';

interface Session {
  user: { id: number };
  token: string;
}

interface Account extends Session {
  email: string;
  password: string;
}

interface Workers {
  smsGateway: AfricasTalkingStandIn;
  /** Each worker has its own, so no story sees what another one does. */
  product: Product;
}

interface Stories {
  /** Any other console message fails the story. */
  expectedInConsole: RegExp | undefined;
  expectedStrangers: RegExp | undefined;
  /** Pages are documents then, but for tasks. */
  isLineSlow: boolean;
  loggedErrors: undefined;
  quiet: undefined;
  isPhone: boolean;
  /** Opens a path and waits for hydration. */
  visit: (path: string) => Promise<void>;
  account: Account;
  /** A signed-in page that shows no screen yet. */
  office: Page;
  /** The same, signed in as the owner. */
  ownersOffice: Page;
  dashboard: Page;
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
/** For a story that depends on the width. */
export const bothWidths = [phone, desktop];

/** Visitors use phones, the office uses desktops. */
const officeStories = /\/(?:admin-|dashboard|ease-of-use|session|shown-texts|sign-)[^/]*$/;

/** Fails on unexpected console messages and on requests to other hosts. */
export const test = base.extend<Stories, Workers>({
  smsGateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture uses.
    async ({}, use) => {
      const gateway = await startAfricasTalking();
      await use(gateway);
      await gateway.close();
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ smsGateway }, use, { workerIndex }) => {
      const dataDir = copyTemplate(`worker-${workerIndex}`);
      process.env.E2E_DATA_DIR = dataDir;
      const product = await startProduct(dataDir, smsGateway.url);
      await use(product);
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  viewport: async ({ viewport }, use, { file }) => use(officeStories.test(file) ? desktop : viewport),
  hasTouch: async ({ hasTouch, isPhone }, use) => use(hasTouch && isPhone),

  expectedInConsole: [undefined, { option: true }],
  expectedStrangers: [undefined, { option: true }],
  isLineSlow: [false, { option: true }],

  // A page does not say why the server failed, so a failed story prints what the product logged.
  loggedErrors: [
    async ({ product }, use, testInfo) => {
      product.takeErrors();
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const error of product.takeErrors()) console.error(`The product logged: ${error}`);
    },
    { auto: true },
  ],

  // This fixture may fail the story, so it ends before the errors are printed.
  quiet: [
    async ({ page, loggedErrors: _, expectedInConsole, expectedStrangers, baseURL }, use) => {
      const said: string[] = [];
      const strangers: string[] = [];
      page.on('console', (message) => {
        if (isFault(message)) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(String(error)));
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(String(baseURL)))
          strangers.push(request.url());
      });
      await use(undefined);
      expect(said.filter((text) => !expectedInConsole?.test(text))).toEqual([]);
      expect(strangers.filter((url) => !expectedStrangers?.test(url))).toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page, isLineSlow }, use) => {
    if (isLineSlow) await page.addInitScript(slowLine);
    const { goto, reload } = page;
    page.goto = async (...to) => {
      await dialogsHaveLeft(page);
      return goto.apply(page, to).catch(async (error) => {
        // A dialog that was still open has closed and gone back in the history meanwhile
        if (!String(error).includes('ERR_ABORTED')) throw error;
        await dialogsHaveLeft(page);
        return goto.apply(page, to);
      });
    };
    page.reload = async (...how) => dialogsHaveLeft(page).then(() => reload.apply(page, how));
    await use(page);
    // An answer that a story changes may still be on its way.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  isPhone: async ({ viewport }, use) => use((viewport?.width ?? 0) < 768),

  visit: async ({ page }, use) =>
    use(async (path) => {
      await page.goto(path);
      await untilHydrated(page);
    }),

  account: async ({ request }, use) => use(await newAccount(request)),

  office: async ({ page, account, request }, use) => {
    const { cookies } = await request.storageState();
    await page.context().addCookies(cookies);
    await keepSession(page, account);
    await use(page);
  },

  ownersOffice: async ({ page }, use) => {
    await enterOffice(page, owner);
    await use(page);
  },

  dashboard: async ({ office }, use) => {
    await office.goto('/admin');
    await use(office);
  },
});

export { expect };

const isFault = (message: ConsoleMessage) =>
  ['error', 'warning'].includes(message.type()) &&
  !message.text().startsWith('Service Worker registration blocked') &&
  // Chrome before 121 leaves these rules out
  !message.text().endsWith('A rule contains an unknown key: "eagerness".');

/** Runs in the page. */
function slowLine() {
  const connection = { effectiveType: '3g', saveData: false };
  Object.defineProperty(navigator, 'connection', { value: connection });
}

/** Waits on, also when another page comes meanwhile. */
export async function untilHydrated(page: Page) {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** A closing dialog goes back in the history a moment later, which would cancel a new navigation. */
const dialogsHaveLeft = (page: Page) =>
  expect
    .poll(() =>
      page
        .evaluate(
          () =>
            !history.state?.overlay ||
            document.querySelector('[role$=dialog][data-state=open], dialog[open]') !== null,
        )
        // The page is just being left.
        .catch(() => false),
    )
    .toBe(true);

/** Opens another screen of the office as a link does. To load the office anew takes a second of processor time. */
export async function openScreen(office: Page, href: string) {
  await dialogsHaveLeft(office);
  await office.evaluate(
    // What a form holds is lost, as when a page is loaded
    (to) => Reflect.get(window, '__TSR_ROUTER__').navigate({ href: to, ignoreBlocker: true }),
    href,
  );
}

type Credentials = Pick<Account, 'email' | 'password'>;

/** Signs the browser in without the form. The story opens its own screen. */
export async function enterOffice(page: Page, credentials: Credentials) {
  const answer = await page.request.post('/api/v1/admin/login', { data: credentials });
  await keepSession(page, (await answer.json()).data);
}

/** Stores the session before the first page loads. Only once, because a story may sign out. */
async function keepSession(page: Page, { user, token }: Session) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(
    (session) => {
      const isSite = window === top && location.protocol.startsWith('http');
      if (!isSite || sessionStorage.getItem('entered')) return;
      sessionStorage.setItem('entered', 'yes');
      localStorage.setItem('user', JSON.stringify(session.user));
      localStorage.setItem('token', session.token);
    },
    { user, token },
  );
}

export async function signInAtForm(page: Page, credentials: Credentials) {
  await page.goto('/admin/login');
  await sendCredentials(page, credentials);
  await expect(page).toHaveURL(/\/admin$/);
}

export async function sendCredentials(page: Page, { email, password }: Credentials) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** The browser and the product log these after a provoked failure. */
export const failedCall = /Failed to load resource|ApiFailure/;

/** Letters of this moment. Names of people hold no long numbers. */
const momentLetters = () =>
  (Date.now() * 100 + (process.pid % 100))
    .toString(36)
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] ?? '');

/** A name of short words, because a long word is wider than a narrow screen. */
export const makeUnique = (word: string) => `${word} ${momentLetters()}`;

export const uniqueWord = (word: string) => word + momentLetters();

let made = 0;

async function newAccount(request: APIRequestContext): Promise<Account> {
  made += 1;
  const email = `office.${process.pid}.${Date.now()}.${made}@institute.example`;
  const password = 'kitenge-and-thread-9';
  const answer = await request.post('/api/v1/admin/signup', {
    data: { email, password, confirmPassword: password },
  });
  expect(answer.status()).toBe(201);
  const { data } = await answer.json();
  return { email, password, ...(data as Session) };
}

export async function readPublic<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(`/api/v1${path}`);
  expect(answer.ok()).toBe(true);
  return (await answer.json()).data;
}

export async function makeProgram(
  request: APIRequestContext,
  { token }: Account,
  fields: Record<string, unknown>,
) {
  const headers = { authorization: `Bearer ${token}` };
  const [{ imageUrl } = {}] = await readPublic<{ imageUrl?: string }[]>(request, '/programs');
  const answer = await request.post('/api/v1/programs', {
    headers,
    data: {
      description: 'Made for a story.',
      duration: '6 weeks',
      schedule: 'Mon, Wed',
      price: 90_000,
      imageUrl,
      ...fields,
    },
  });
  expect(answer.status()).toBe(201);
  const { id, name } = (await answer.json()).data as { id: number; name: string };
  return {
    id,
    name,
    remove: () => request.delete(`/api/v1/programs/${id}`, { headers }),
    makeIntake: async (seats: number | null = null): Promise<number> => {
      const data = { programId: id, startsOn: '2999-02-01', seats };
      const made = await request.post('/api/v1/intakes', { headers, data });
      return (await made.json()).data.id;
    },
  };
}

export async function sendRegistration(request: APIRequestContext, fields: Record<string, unknown> = {}) {
  const [program] = await readPublic<{ id: number }[]>(request, '/programs');
  const answer = await request.post('/api/v1/registrations', {
    data: {
      firstName: 'Test',
      lastName: 'Applicant',
      email: 'applicant@example.org',
      phone: '+256 700 000 099',
      programId: program?.id,
      consent: true,
      ...fields,
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data as { id: number; reference: string };
}
