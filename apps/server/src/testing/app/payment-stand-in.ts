import { afterAll, beforeAll } from 'vitest';
import { startHttp } from '../stand-ins/http-server.ts';
import { type TestApp, testApp } from './test-app.ts';

/** The provider's notices carry this secret. */
export const NOTICE_SECRET = 'agreed with the provider';

type Reply = { status?: number; body: string } | 'silence';

interface PaymentStandIn {
  url: string;
  asked: { url: string; key: string | undefined }[];
  answer(reply: Reply): void;
  close(): Promise<void>;
}

/** One product for all tests of a file, with a stand-in for the provider of payments. */
export function usePaymentStandIn(): { t: TestApp; provider: PaymentStandIn } {
  const t = {} as TestApp;
  const provider = {} as PaymentStandIn;
  beforeAll(async () => {
    Object.assign(provider, await startPaymentStandIn());
    const settings = {
      FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST',
      FLUTTERWAVE_SECRET_HASH: NOTICE_SECRET,
      FLUTTERWAVE_BASE_URL: provider.url,
    };
    Object.assign(t, await testApp(settings));
  });
  afterAll(async () => {
    await t.close();
    await provider.close();
  });
  return { t, provider };
}

async function startPaymentStandIn(): Promise<PaymentStandIn> {
  const asked: PaymentStandIn['asked'] = [];
  let reply: Reply = 'silence';
  const { origin, close } = await startHttp(({ url = '', headers }, response) => {
    asked.push({ url, key: headers.authorization });
    if (reply === 'silence') return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(reply.body);
  });
  return {
    url: `${origin}/v3`,
    asked,
    answer: (next) => {
      reply = next;
    },
    close,
  };
}

export const writeVerifiedBody = (data: object): string =>
  JSON.stringify({
    status: 'success',
    message: 'Transaction fetched successfully',
    data: {
      id: 4975363,
      flw_ref: 'FLW-MOCK-1',
      app_fee: 0.1,
      payment_type: 'card',
      customer: { id: 1, name: 'Ann', email: 'ann@example.org' },
      ...data,
    },
  });

export const unknownPayment = JSON.stringify({
  status: 'error',
  message: 'No transaction was found for this id',
  data: null,
});
