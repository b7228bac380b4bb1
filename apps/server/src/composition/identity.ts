import type { FastifyInstance } from 'fastify';
import { makeWorkAfterAnswer } from '../background/work-queue.ts';
import { type Ctx, contextWithoutCaller } from '../context.ts';
import { makeInProcessFetch } from '../http/in-process-call.ts';
import { openRateLimits } from '../http/policies/rate-limit.ts';
import { authenticateBearer } from '../modules/platform/accounts/session.service.ts';
import { recordRefusedCall } from '../modules/platform/activity/activity.service.ts';
import { authenticateKey } from '../modules/platform/api-keys/api-key.service.ts';
import { openPaymentProvider } from '../modules/platform/payments/payment-provider.ts';
import type { ServerParts } from './edge.ts';
import { messageKinds } from './messages.ts';
import type { FilledAppOptions } from './options.ts';
import { contentInfos as content } from './resources.ts';

export type IdentityParts = Awaited<ReturnType<typeof createRequestContexts>>;

/** Finds the caller, applies the rate limits, and makes the context of each request or job. */
export async function createRequestContexts(
  app: FastifyInstance,
  { config, db, changes, passwords, now }: FilledAppOptions & ServerParts,
) {
  const rateLimits = await openRateLimits(config, app.log);
  app.decorate('rateLimits', rateLimits);
  app.decorate('authenticate', authenticateBearer);
  app.decorate('authenticateKey', authenticateKey);
  app.addHook('onClose', async () => rateLimits.close());
  const { add: later, close } = makeWorkAfterAnswer(app.log);
  app.decorate('later', later);
  app.decorate('noteRefusal', (ctx, call) =>
    later(`refusal ${ctx.actor?.email} ${call}`, () =>
      recordRefusedCall({ ...ctx, em: ctx.em.fork() }, call),
    ),
  );
  app.addHook('onClose', close);

  const paymentProvider = openPaymentProvider(config, makeInProcessFetch(app));
  const sharedServices = {
    config,
    content,
    messageKinds,
    changes,
    payments: paymentProvider,
    passwords,
    now,
  };
  const makeJobContext = (): Ctx => ({
    ...sharedServices,
    ...contextWithoutCaller,
    log: app.log,
    em: db.orm.em.fork(),
  });
  return { jobContext: makeJobContext, requestParts: { ...sharedServices, em: db.orm.em } };
}
