import { afterAll, expect, test } from 'vitest';
import type { PaymentProvider } from '../context/payment-provider.ts';
import { readData } from '../testing/app/answers.ts';
import { makeFormPost, startFormSite } from '../testing/app/form-site.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { servePlainForms } from './plain-forms.ts';

const t = await useTestApp();
let provider: Partial<PaymentProvider> = {};
const { site, send, last } = await startFormSite(t, [servePlainForms], ({ payments }) => ({
  payments: { ...payments, ...provider },
}));
afterAll(() => site.close());

const donation = {
  name: 'Ann',
  email: 'ann@example.org',
  phone: '0700 000 001',
  currency: 'UGX',
  custom: '5000',
};
const give = (fields: object = {}) => send(makeFormPost('/donations', { ...donation, ...fields }));

test('a donation without scripts goes to the provider’s own page and comes back to its state', async () => {
  const { statusCode, headers } = await give();
  expect(statusCode).toBe(303);
  const link = new URL(String(headers.location));
  expect(link.origin).toBe(new URL(t.config.publicUrl).origin);

  const page = await t.app.inject({ url: link.pathname + link.search });
  expect(page.statusCode).toBe(200);
  expect(page.payload).toContain('Test payment of UGX 5,000');
  expect(page.payload).toContain('Test mode: no money moves');
  const txRef = link.searchParams.get('tx_ref') ?? '';
  const paid = await t.app.inject(makeFormPost(link.pathname, [...link.searchParams, ['outcome', 'pay']]));
  expect([paid.statusCode, paid.headers.location]).toEqual([
    303,
    `/donations/${txRef}?status=successful&tx_ref=${txRef}`,
  ]);
  expect(await readData(t.visitor.api.donations.verify({ params: { txRef } }))).toMatchObject({
    status: 'successful',
    amount: 5000,
    currency: 'UGX',
  });
});

test('gives the provider what it needs', async () => {
  const asked: unknown[] = [];
  provider = {
    openPage: async (payment) => {
      asked.push(payment);
      return 'https://checkout.example/pay/1';
    },
  };
  expect((await give()).headers.location).toBe('https://checkout.example/pay/1');
  expect(asked).toMatchObject([
    {
      amount: 5000,
      currency: 'UGX',
      customer: { name: 'Ann', email: 'ann@example.org', phone: '0700 000 001' },
      returnUrl: expect.stringMatching(new RegExp(`^${t.config.publicUrl}/donations/\\d{13}-`)),
    },
  ]);
});

test('an unreachable provider shows the form again with what was typed', async () => {
  provider = { openPage: async () => undefined };
  expect((await give()).statusCode).toBe(503);
  expect(last.posted).toMatchObject({ path: '/donations', values: donation });
  expect(last.posted?.message).toContain('could not be opened');
});

test('a refused amount shows the form again with the fault at its field', async () => {
  provider = {};
  expect((await give({ custom: '5001x' })).statusCode).toBe(400);
  expect(last.posted?.faults).toMatchObject([{ path: 'amount' }]);
});
