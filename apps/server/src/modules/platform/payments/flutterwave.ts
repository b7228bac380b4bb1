import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import type { PaymentProvider, PaymentReport } from '../../../context/payment-provider.ts';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { AppError } from '../../../errors.ts';

const PAYMENT_OPTIONS = 'card, mobilemoney, ussd';

export const checkoutScript = 'https://checkout.flutterwave.com/v3.js';

/** Addresses of Flutterwave that pages with payments may load, frame and call. */
export const listFlutterwaveSources = (baseUrl: string) => ({
  scripts: ['https://checkout.flutterwave.com'],
  frames: ['https://*.flutterwave.com', 'https://*.f4b-flutterwave.com'],
  calls: [new URL(baseUrl).origin],
});

/** Header with the secret of Flutterwave's notices, and the event of a payment. */
export const NOTICE_HEADER = 'verif-hash';
export const PAID_EVENT = 'charge.completed';

/** Less than the 20 s after which callers give up. */
const PROVIDER_TIMEOUT_MS = 10_000;

const reportDataSchema = z
  .object({ tx_ref: z.string(), amount: z.number(), currency: z.string(), status: z.string() })
  .transform(
    ({ tx_ref: txRef, amount, currency, status }): PaymentReport => ({ txRef, amount, currency, status }),
  );
const checkoutAnswerSchema = z.object({ link: z.url({ protocol: /^https?$/ }) });
const shortTextSchema = z.string().max(200).nullable().catch(null);
const noticeSchema = z
  .object({ event: shortTextSchema, data: z.object({ tx_ref: shortTextSchema }).catch({ tx_ref: null }) })
  .catch({ event: null, data: { tx_ref: null } });

export type PaymentFetch = (url: string, init: RequestInit) => Promise<Response>;

type FlutterwaveAccount = Config['flutterwave'] & {
  name: string;
  checkoutScriptUrl: string;
  isTest: boolean;
  send?: PaymentFetch;
};

/** Opens Flutterwave's API v3. The sandbox answers in the same format, so it is opened here too. */
export function openFlutterwave({
  name,
  publicKey = '',
  secretKey = '',
  secretHash = '',
  checkoutScriptUrl,
  baseUrl,
  isTest,
  send = (url, init) => fetch(url, init),
}: FlutterwaveAccount): PaymentProvider {
  const reportPromisesByTxRef = new Map<string, Promise<PaymentReport | undefined>>();

  /** Returns undefined when the provider is unreachable, too slow, or answers in another format. */
  async function callProvider<T>(path: string, schema: z.ZodType<T>, body?: object): Promise<T | undefined> {
    const answerSchema = z.object({ status: z.literal('success'), data: schema });
    try {
      const providerResponse = await send(baseUrl + path, {
        headers: {
          authorization: `Bearer ${secretKey}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      });
      const { success, data } = answerSchema.safeParse(await providerResponse.json());
      return providerResponse.ok && success ? data.data : undefined;
    } catch {
      return undefined;
    }
  }

  const fetchPaymentReport = (txRef: string) =>
    callProvider(`/transactions/verify_by_reference?tx_ref=${encodeURIComponent(txRef)}`, reportDataSchema);

  return {
    name,
    checkout: { publicKey, checkoutScriptUrl, paymentOptions: PAYMENT_OPTIONS },
    isTest,
    verify: (txRef) => {
      // The page and the notice often ask about the same payment at once
      const reportPromise =
        reportPromisesByTxRef.get(txRef) ??
        fetchPaymentReport(txRef).finally(() => reportPromisesByTxRef.delete(txRef));
      reportPromisesByTxRef.set(txRef, reportPromise);
      return reportPromise;
    },
    async openPage({ txRef, amount, currency, customer: { phone, ...customer }, ...page }) {
      const checkoutAnswerData = await callProvider('/payments', checkoutAnswerSchema, {
        tx_ref: txRef,
        amount,
        currency,
        redirect_url: page.returnUrl,
        payment_options: PAYMENT_OPTIONS,
        customer: { ...customer, ...(phone && { phonenumber: phone }) },
        customizations: { title: page.title },
      });
      return checkoutAnswerData?.link;
    },
    refuseStrangers: (headers) => {
      const sentSecretHash = headers[NOTICE_HEADER]?.toString() ?? '';
      if (secretHash === '' || !isSameSecret(sentSecretHash, secretHash))
        throw new AppError('UNAUTHENTICATED', `The ${NOTICE_HEADER} is not right`);
    },
    readNotice: (body) => {
      const { event, data } = noticeSchema.parse(body);
      return { event, txRef: data.tx_ref, isOfPayment: event === PAID_EVENT };
    },
  };
}
