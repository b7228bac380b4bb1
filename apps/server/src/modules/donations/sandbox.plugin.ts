import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPrefix } from '@institute/contract/common.constants';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { inProcessFetch } from '../../http/in-process-fetch.ts';
import { sandboxPath, sandboxSecrets } from './payments.ts';
import { findSandboxPayment, paySandbox } from './sandbox.service.ts';
import { transactionView } from './sandbox.view.ts';

const script = readFileSync(join(import.meta.dirname, 'sandbox-checkout.js'));
const NOTICE_TIMEOUT_MS = 20_000;

const txRef = z.string().regex(/^[\w-]{1,100}$/);
const payment = z.object({
  tx_ref: txRef,
  amount: z.number().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  outcome: z.enum(['pay', 'fail', 'later']),
});
const question = z.object({ tx_ref: txRef });

type Options = { config: Pick<Config, 'authSecret'> };

/**
 * Payment provider for sites without a configured one. It serves the checkout script, answers verifications and sends
 * notices in Flutterwave's format. No money moves.
 */
export async function sandbox(app: FastifyInstance, { config }: Options): Promise<void> {
  const { secretKey, secretHash } = sandboxSecrets(config);
  const ownFetch = inProcessFetch(app);
  const notices = new Set<NodeJS.Timeout>();
  app.addHook('onClose', async () => {
    for (const notice of notices) clearTimeout(notice);
  });

  async function notify({ ctx, log }: FastifyRequest, reference: string): Promise<void> {
    const paid = await findSandboxPayment({ em: ctx.em.fork() }, reference);
    if (!paid) return;
    const body = { event: 'charge.completed', data: transactionView(paid, ctx.now()) };
    await ownFetch(`${apiPrefix}/donations/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'verif-hash': secretHash },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(NOTICE_TIMEOUT_MS),
    }).catch((error) => log.warn({ err: error }, 'the sandbox could not send its notice'));
  }

  app.get(`${sandboxPath}/checkout.js`, (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(script),
  );

  app.post(`${sandboxPath}/payments`, async (request, reply) => {
    const paid = await paySandbox(request.ctx, payment.parse(request.body));
    const now = request.ctx.now();
    const notice = setTimeout(
      () => {
        notices.delete(notice);
        notify(request, paid.txRef).catch((error) => request.log.warn({ err: error }, 'no notice was sent'));
      },
      // not before the payment is settled, because the notice triggers a verification
      Math.max(0, paid.settlesAt.getTime() - now.getTime()) + 50,
    );
    notices.add(notice);
    return reply.status(201).send({ data: transactionView(paid, now) });
  });

  app.get(`${sandboxPath}/v3/transactions/verify_by_reference`, async ({ ctx, headers, query }, reply) => {
    if (headers.authorization !== `Bearer ${secretKey}`) {
      throw new AppError('UNAUTHENTICATED', 'The secret key is not right');
    }
    const paid = await findSandboxPayment(ctx, question.parse(query).tx_ref);
    if (!paid) {
      return reply
        .status(400)
        .send({ status: 'error', message: 'No transaction was found for this id', data: null });
    }
    const data = transactionView(paid, ctx.now());
    return { status: 'success', message: 'Transaction fetched successfully', data };
  });
}
