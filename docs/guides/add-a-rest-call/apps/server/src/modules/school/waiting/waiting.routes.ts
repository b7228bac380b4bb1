import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import '../../../http/request-context.ts';
import { countWaiting } from './waiting.service.ts';

export const waitingRoutes = initServer().router(contract.waiting, {
  get: async ({ request }) => ({ status: 200, body: { data: await countWaiting(request.ctx) } }),
});
