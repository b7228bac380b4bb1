import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { getStats } from './stats.service.ts';

export const statsRoutes = initServer().router(contract.stats, {
  get: async ({ request }) => ({ status: 200, body: { data: await getStats(request.ctx) } }),
});
