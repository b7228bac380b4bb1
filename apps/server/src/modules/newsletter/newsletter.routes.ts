import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { confirm, subscribe, unsubscribe, unsubscribeByToken } from './newsletter.service.ts';

export const newsletterRoutes = initServer().router(contract.newsletter, {
  subscribe: async ({ request, body: { email } }) => {
    await subscribe(request.ctx, email);
    return { status: 200, body: { data: { email } } };
  },

  unsubscribe: async ({ request, body: { email = '', token } }) => {
    if (token === undefined) {
      await unsubscribe(request.ctx, email);
      return { status: 200, body: { data: { email } } };
    }
    return { status: 200, body: { data: { email: await unsubscribeByToken(request.ctx, token) } } };
  },

  confirm: async ({ request, body: { token } }) => {
    await confirm(request.ctx, token);
    return { status: 200, body: { data: { confirmed: true } } };
  },
});
