import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '@institute/contract/api.constants';
import { formatNumber } from '@institute/contract/money';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { plainPageEnd, plainPageHeaders, writePlainPageHead } from '../../../http/busy-page.ts';
import { makeInProcessFetch } from '../../../http/in-process-call.ts';
import { acceptForms } from '../../../http/policies/bodies.ts';
import { NOTICE_HEADER, PAID_EVENT } from './flutterwave.ts';
import { SandboxPaymentEntity, type SandboxPaymentRow } from './payment.entity.ts';
import { deriveSandboxSecrets, sandboxPath } from './payment-provider.ts';

const pageScript = readFileSync(join(import.meta.dirname, 'sandbox-checkout.js'));
const NOTICE_TIMEOUT_MS = 20_000;

const sandboxOutcomes = { pay: 'Pay', fail: 'Fail', later: 'Pay later' };
const paymentSchema = z.object({
  tx_ref: z.string().regex(/^[\w-]{1,100}$/),
  amount: z.number().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  outcome: z.enum(['pay', 'fail', 'later']),
});
const backPathSchema = z.string().regex(/^\/(?:donations|fees)\/[\w-]{1,100}$/);
type SandboxPayment = z.output<typeof paymentSchema>;

/** `back` is the path of the page to which the payer returns. */
const pagePaymentSchema = paymentSchema
  .omit({ outcome: true })
  .extend({ amount: z.coerce.number().positive(), back: backPathSchema.optional() });
const hostedPaymentSchema = pagePaymentSchema.extend({ redirect_url: z.url().optional() });
const pressedOutcomeSchema = pagePaymentSchema.extend({ outcome: paymentSchema.shape.outcome });

type SandboxOptions = { config: Pick<Config, 'authSecret' | 'publicUrl'> };

/** Payment provider for sites that have configured none. It uses Flutterwave's format, and no money moves. */
export async function serveSandbox(app: FastifyInstance, { config }: SandboxOptions): Promise<void> {
  const { secretKey, secretHash } = deriveSandboxSecrets(config);
  const fetchInProcess = makeInProcessFetch(app);
  const noticeTimers = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const noticeTimer of noticeTimers) clearTimeout(noticeTimer);
  });

  const refuseStrangers = ({ authorization }: FastifyRequest['headers']) => {
    if (authorization !== `Bearer ${secretKey}`) {
      throw new AppError('UNAUTHENTICATED', 'The secret key is not right');
    }
  };

  async function notifyPayment(ctx: Ctx, reference: string): Promise<void> {
    const paidPayment = await findSandboxPayment({ em: ctx.em.fork() }, reference);
    if (!paidPayment) return;
    const noticeBody = { event: PAID_EVENT, data: toTransactionView(paidPayment, ctx.now()) };
    await fetchInProcess(`${apiPrefix}/donations/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [NOTICE_HEADER]: secretHash },
      body: JSON.stringify(noticeBody),
      signal: AbortSignal.timeout(NOTICE_TIMEOUT_MS),
    });
  }

  app.get(`${sandboxPath}/checkout.js`, (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(pageScript),
  );

  async function pressButton(request: FastifyRequest, given: SandboxPayment) {
    const storedPayment = await storeSandboxPayment(request.ctx, given);
    const logNoticeFailure = (error: unknown) =>
      request.log.warn({ err: error }, 'the sandbox could not send its notice');
    // The notice is sent after the payment is settled, because it triggers a verification
    const noticeDelayMs = Math.max(0, storedPayment.settlesAt.getTime() - request.ctx.now().getTime()) + 50;
    const notice = setTimeout(() => {
      noticeTimers.delete(notice);
      notifyPayment(request.ctx, storedPayment.txRef).catch(logNoticeFailure);
    }, noticeDelayMs);
    noticeTimers.add(notice);
    return storedPayment;
  }

  app.post(`${sandboxPath}/payments`, async (request, reply) => {
    const paid = await pressButton(request, paymentSchema.parse(request.body));
    return reply.status(201).send({ data: toTransactionView(paid, request.ctx.now()) });
  });

  app.post(`${sandboxPath}/v3/payments`, async ({ headers, body }) => {
    refuseStrangers(headers);
    const { tx_ref, amount, currency, redirect_url } = hostedPaymentSchema.parse(body);
    const payPageParameters = new URLSearchParams({ tx_ref, amount: String(amount), currency });
    if (redirect_url) payPageParameters.set('back', new URL(redirect_url).pathname);
    const payPageUrl = `${config.publicUrl}${sandboxPath}/pay?${payPageParameters}`;
    return { status: 'success', message: 'Hosted Link', data: { link: payPageUrl } };
  });

  app.get(`${sandboxPath}/pay`, ({ query }, reply) =>
    reply
      .headers(plainPageHeaders)
      .header('content-security-policy', `${plainPageHeaders['content-security-policy']}; form-action 'self'`)
      .send(writeSandboxPage(pagePaymentSchema.parse(query))),
  );

  await app.register(async (scope) => {
    acceptForms(scope);
    scope.post<{ Body: URLSearchParams | undefined }>(`${sandboxPath}/pay`, async (request, reply) => {
      const pressedPayment = pressedOutcomeSchema.parse(Object.fromEntries(request.body ?? []));
      const { outcome, settlesAt } = await pressButton(request, pressedPayment);
      const returnedStatus = settlesAt > request.ctx.now() ? 'pending' : outcome;
      const parameters = new URLSearchParams({ status: returnedStatus, tx_ref: pressedPayment.tx_ref });
      return reply.redirect(`${makeReturnPath(pressedPayment)}?${parameters}`, 303);
    });
  });

  app.get(`${sandboxPath}/v3/transactions/verify_by_reference`, async ({ ctx, headers, query }, reply) => {
    refuseStrangers(headers);
    const paid = await findSandboxPayment(ctx, paymentSchema.pick({ tx_ref: true }).parse(query).tx_ref);
    if (!paid) {
      reply.status(400);
      return { status: 'error', message: 'No transaction was found for this id', data: null };
    }
    const transactionView = toTransactionView(paid, ctx.now());
    return { status: 'success', message: 'Transaction fetched successfully', data: transactionView };
  });
}

/** Time that a payment by mobile money takes. */
const PAYMENT_DELAY_MS = 5000;

/** Stores the chosen outcome. A payment that is paid already keeps its outcome. */
async function storeSandboxPayment({ em, now }: Pick<Ctx, 'em' | 'now'>, given: SandboxPayment) {
  const { tx_ref: txRef, amount, currency, outcome } = given;
  const settlesAt = new Date(now().getTime() + (outcome === 'later' ? PAYMENT_DELAY_MS : 0));
  await em.execute(
    `insert into sandbox_payments (tx_ref, amount, currency, outcome, settles_at) values (?, ?, ?, ?, ?)
     on conflict (tx_ref) do update
       set amount = excluded.amount, currency = excluded.currency, outcome = excluded.outcome,
         settles_at = excluded.settles_at
       where sandbox_payments.outcome <> 'successful'`,
    [txRef, amount, currency, outcome === 'fail' ? 'failed' : 'successful', settlesAt],
  );
  return em.findOneOrFail(SandboxPaymentEntity, { txRef }, { disableIdentityMap: true });
}

const findSandboxPayment = ({ em }: Pick<Ctx, 'em'>, txRef: string) =>
  em.findOne(SandboxPaymentEntity, { txRef }, { disableIdentityMap: true });

const toTransactionView = (payment: SandboxPaymentRow, now: Date) => ({
  id: payment.id,
  tx_ref: payment.txRef,
  flw_ref: `SANDBOX-${payment.id}`,
  amount: payment.amount,
  charged_amount: payment.amount,
  currency: payment.currency,
  status: payment.settlesAt <= now ? payment.outcome : 'pending',
  payment_type: 'sandbox',
});

type PagePayment = z.output<typeof pagePaymentSchema>;

const makeReturnPath = ({ tx_ref, back = `/donations/${tx_ref}` }: Pick<PagePayment, 'tx_ref' | 'back'>) =>
  back;

const writeSandboxPage = (given: PagePayment): string =>
  `${writePlainPageHead(`Test payment of ${given.currency} ${formatNumber(given.amount)}`)}<p>Test mode: no money moves</p>
<form method="post" action="${sandboxPath}/pay">
${Object.entries(given)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  .join('\n')}
${Object.entries(sandboxOutcomes)
  .map(([value, label]) => `<button name="outcome" value="${value}">${label}</button>`)
  .join('\n')}
</form>
<p><a href="${makeReturnPath(given)}">Close</a></p>
${plainPageEnd}`;
