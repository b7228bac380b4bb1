import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';

interface Account {
  email: string;
  password: string;
  token: string;
}

interface Stories {
  /** Messages that a story expects in the console; everything else there fails it. */
  expectedInConsole: RegExp[];
  quietConsole: undefined;
  account: Account;
  /** A page whose browser is signed in. */
  office: Page;
}

/** Each story drives the product as a person would, and fails when the console is not empty. */
export const test = base.extend<Stories>({
  expectedInConsole: [[], { option: true }],

  quietConsole: [
    async ({ page, expectedInConsole }, use) => {
      const said: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(String(error)));
      await use(undefined);
      expect(said.filter((text) => !expectedInConsole.some((expected) => expected.test(text)))).toEqual([]);
    },
    { auto: true },
  ],

  account: async ({ request }, use) => use(await newAccount(request)),

  office: async ({ page, account }, use) => {
    await page.goto('/admin/login');
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await use(page);
  },
});

export { expect };

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
  return { email, password, token: data.token };
}

/** A registration as the office would find it, sent over REST. */
export async function sendRegistration(request: APIRequestContext, fields: Record<string, unknown> = {}) {
  const { data: programs } = await (await request.get('/api/v1/programs')).json();
  const answer = await request.post('/api/v1/registrations', {
    data: {
      firstName: 'Test',
      lastName: 'Applicant',
      email: 'applicant@example.org',
      phone: '+256 700 000 099',
      programId: programs[0].id,
      consent: true,
      ...fields,
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).data as { id: number; reference: string };
}
