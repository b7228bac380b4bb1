import { contract, type FormToken } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import { addReplayHeader, makePageAnswer } from '../../../http/answers.ts';
import { withIdempotencyKey } from '../../platform/idempotency/idempotency-key.service.ts';
import { listContactRecords, sendContactMessage } from './contact-message.service.ts';
import { isLikelySpam, makeFormToken } from './spam.ts';

export const contactRoutes = initServer().router(contract.contact, {
  token: async ({ request, reply, headers, body }) => {
    const { ctx } = request;
    const keyedCall = { route: 'contact token', key: headers['idempotency-key'], content: body };
    const formTokenResult = await withIdempotencyKey<FormToken>(ctx, keyedCall, async (keep) =>
      keep(ctx, await makeFormToken(ctx)),
    );
    addReplayHeader(reply, formTokenResult);
    reply.header('location', `${apiPrefix}/contact`);
    return { status: 201, body: { data: formTokenResult.answer } };
  },

  send: async ({ request, reply, headers, body }) => {
    const idempotencyKey = headers['idempotency-key'];
    const isSpam = await isLikelySpam(request, body, { token: headers['form-token'], key: idempotencyKey });
    const result = await sendContactMessage(request.ctx, body, { key: idempotencyKey, isSpam });
    addReplayHeader(reply, result);
    reply.header('location', `${apiPrefix}/contact-submissions`);
    return { status: 201, body: { data: result.answer } };
  },

  list: async ({ request, reply, query }) => {
    const page = await listContactRecords(request.ctx, query);
    return makePageAnswer(reply, `${apiPrefix}/contact-submissions`, query, page);
  },
});
