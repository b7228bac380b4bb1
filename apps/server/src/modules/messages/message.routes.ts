import { contract, type FormToken } from '@institute/contract';
import { apiPrefix } from '@institute/contract/api.constants';
import { initServer } from '@ts-rest/fastify';
import { markReplay } from '../../http/replay.ts';
import { pageLinks } from '../content/list-pages.ts';
import { answeredOnce } from '../idempotency/idempotency-key.service.ts';
import { listMessages, sendMessage } from './message.service.ts';
import { looksLikeSpam, newFormToken } from './spam.ts';

export const messageRoutes = initServer().router(contract.contact, {
  token: async ({ request, reply, headers, body }) => {
    const { ctx } = request;
    const sent = { route: 'contact token', key: headers['idempotency-key'], content: body };
    const once = await answeredOnce<FormToken>(ctx, sent, async (keep) => {
      const token = await newFormToken(ctx);
      await keep(ctx, token);
      return token;
    });
    markReplay(reply, once);
    reply.header('location', `${apiPrefix}/contact`);
    return { status: 201, body: { data: once.answer } };
  },

  send: async ({ request, reply, headers, body }) => {
    const key = headers['idempotency-key'];
    const isSpam = await looksLikeSpam(request, body, { token: headers['form-token'], key });
    const once = await sendMessage(request.ctx, body, { key, isSpam });
    markReplay(reply, once);
    reply.header('location', `${apiPrefix}/contact-submissions`);
    return { status: 201, body: { data: once.answer } };
  },

  list: async ({ request, reply, query }) => {
    const { limit, offset, spam } = query;
    const { items, total } = await listMessages(request.ctx, { ...query, category: spam ? 'spam' : 'inbox' });
    const links = pageLinks(`${apiPrefix}/contact-submissions`, query, total);
    if (links) reply.header('link', links);
    return { status: 200, body: { data: items, meta: { total, limit, offset } } };
  },
});
