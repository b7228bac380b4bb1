import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import type { Ctx } from '../../../context.ts';
import { addReplayHeader } from '../../../http/answers.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import {
  askToUnsubscribe,
  confirmSubscription,
  subscribeAddress,
  unsubscribeByToken,
} from './newsletter.service.ts';

export const newsletterRoutes = initServer().router(contract.newsletter, {
  subscribe: async ({ body, ...call }) => {
    await runChangeOncePerKey(call, 'subscribe', {
      content: body,
      change: (ctx) => subscribeAddress(ctx, body.email),
    });
    return { status: 200, body: { data: { email: body.email } } };
  },

  unsubscribe: async ({ body, ...call }) => {
    let { email = '' } = body;
    const { token } = body;
    const changeSubscription = async (ctx: Ctx) => {
      if (token === undefined) await askToUnsubscribe(ctx, email);
      else email = await unsubscribeByToken(ctx, token);
    };
    await runChangeOncePerKey(call, 'unsubscribe', { content: body, change: changeSubscription });
    return { status: 200, body: { data: { email } } };
  },

  confirm: async ({ body, ...call }) => {
    await runChangeOncePerKey(call, 'confirm', {
      content: body,
      change: (ctx) => confirmSubscription(ctx, body.token),
    });
    return { status: 200, body: { data: { confirmed: true } } };
  },
});

interface NewsletterCall {
  request: { ctx: Ctx };
  reply: { header(name: string, value: string): unknown };
  headers: { 'idempotency-key'?: string | undefined };
}

/** Runs a change once for each idempotency key. No answer is stored, because it would contain an address. */
async function runChangeOncePerKey(
  { request: { ctx }, reply, headers }: NewsletterCall,
  route: string,
  { content, change }: { content: unknown; change(ctx: Ctx): Promise<void> },
): Promise<void> {
  const keyedCall = { route, key: headers['idempotency-key'], content };
  const callResult = await withIdempotencyKey<object>(ctx, keyedCall, async (keep) => {
    await change(ctx);
    return keep(ctx, {});
  });
  addReplayHeader(reply, callResult);
}
