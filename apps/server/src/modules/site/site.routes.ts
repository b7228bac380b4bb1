import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { getSite } from './site.service.ts';

export const siteRoutes = initServer().router(contract.site, {
  get: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    reply.header('etag', tag);
    return { status: 200, body: { data: view } };
  },
});
