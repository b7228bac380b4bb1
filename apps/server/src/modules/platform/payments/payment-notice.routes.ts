import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { addReplayHeader } from '../../../http/answers.ts';
import { withIdempotencyKey } from '../idempotency/idempotency-key.service.ts';
import { handleNotice, type OnlinePayments } from './online-payment.service.ts';

export const makePaymentNoticeRoutes = (kinds: readonly OnlinePayments[]) =>
  initServer().router(
    { webhook: contract.donations.webhook },
    {
      webhook: {
        // The secret is checked before the body is parsed
        hooks: { onRequest: async ({ ctx, headers }) => ctx.payments.refuseStrangers(headers) },
        handler: async ({ request: { ctx }, reply, headers, body }) => {
          const noticeCall = { route: 'payment notices', key: headers['idempotency-key'], content: body };
          const noticeResult = await withIdempotencyKey<object>(ctx, noticeCall, async (keep) => {
            await handleNotice(ctx, kinds, body);
            return keep(ctx, {});
          });
          addReplayHeader(reply, noticeResult);
          return { status: 200, body: { data: { received: true } } };
        },
      },
    },
  );
