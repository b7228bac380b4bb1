import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import type { PaymentProvider, PaymentReport } from '../../../context/payment-provider.ts';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { AppError } from '../../../errors.ts';

const PAYMENT_OPTIONS = 'card, mobilemoney, ussd';

export const checkoutScript = 'https://checkout.flutterwave.com/v3.js';

/** Addresses that pages with payments may load and open. */
export const listFlutterwaveSources = (baseUrl: string) => ({
  scripts: ['https://checkout.flutterwave.com'],
  frames: ['https://*.flutterwave.com', 'https://*.f4b-flutterwave.com'],
  calls: [new URL(baseUrl).origin],
});

/** The header and the event of its notices. */
export const NOTICE_HEADER = 'verif-hash';
export const PAID_EVENT = 'charge.completed';

/** Less than the 20 s after which callers give up. */
const TIMEOUT_MS = 10_000;

const reportSchema = z
  .object({ tx_ref: z.string(), amount: z.number(), currency: z.string(), status: z.string() })
  .transform(
    ({ tx_ref: txRef, amount, currency, status }): PaymentReport => ({ txRef, amount, currency, status }),
  );
const checkoutAnswer = z.object({ link: z.url({ protocol: /^https?$/ }) });
const shortText = z.string().max(200).nullable().catch(null);
const noticeSchema = z
  .object({ event: shortText, data: z.object({ tx_ref: shortText }).catch({ tx_ref: null }) })
  .catch({ event: null, data: { tx_ref: null } });

export type PaymentFetch = (url: string, init: RequestInit) => Promise<Response>;

type Account = Config['flutterwave'] & {
  name: string;
  checkoutScriptUrl: string;
  isTest: boolean;
  send?: PaymentFetch;
};

/** Uses API v3. The sandbox answers in the same format. */
export function openFlutterwave({
  name,
  publicKey = '',
  secretKey = '',
  secretHash = '',
  checkoutScriptUrl,
  baseUrl,
  isTest,
  send = (url, init) => fetch(url, init),
}: Account): PaymentProvider {
  const underWay = new Map<string, Promise<PaymentReport | undefined>>();

  /** Returns undefined when the provider is unreachable, too slow, or answers in another format. */
  async function callProvider<T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T | undefined> {
    const answer = z.object({ status: z.literal('success'), data: schema });
    try {
      const response = await send(baseUrl + path, {
        headers: {
          authorization: `Bearer ${secretKey}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const { success, data } = answer.safeParse(await response.json());
      return response.ok && success ? data.data : undefined;
    } catch {
      return undefined;
    }
  }

  const fetchReport = (txRef: string) =>
    callProvider(`/transactions/verify_by_reference?tx_ref=${encodeURIComponent(txRef)}`, reportSchema);

  return {
    name,
    checkout: { publicKey, checkoutScriptUrl, paymentOptions: PAYMENT_OPTIONS },
    isTest,
    verify: (txRef) => {
      // The page and the notice often ask about the same payment at once
      const asking = underWay.get(txRef) ?? fetchReport(txRef).finally(() => underWay.delete(txRef));
      underWay.set(txRef, asking);
      return asking;
    },
    async openPage({ txRef, amount, currency, customer: { phone, ...customer }, ...page }) {
      const payment = await callProvider('/payments', checkoutAnswer, {
        tx_ref: txRef,
        amount,
        currency,
        redirect_url: page.returnUrl,
        payment_options: PAYMENT_OPTIONS,
        customer: { ...customer, ...(phone && { phonenumber: phone }) },
        customizations: { title: page.title },
      });
      return payment?.link;
    },
    refuseStrangers: (headers) => {
      const hash = headers[NOTICE_HEADER]?.toString() ?? '';
      if (secretHash === '' || !isSameSecret(hash, secretHash))
        throw new AppError('UNAUTHENTICATED', `The ${NOTICE_HEADER} is not right`);
    },
    readNotice: (body) => {
      const { event, data } = noticeSchema.parse(body);
      return { event, txRef: data.tx_ref, isOfPayment: event === PAID_EVENT };
    },
  };
}
