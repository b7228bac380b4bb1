import { contract } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { legalTextsOf } from './legal-version.service.ts';
import { getSite } from './site.service.ts';

export const siteRoutes = initServer().router(contract.site, {
  get: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    const { privacy: _, terms: __, retention: ___, messageTemplates: ____, ...site } = view;
    reply.header('etag', tag);
    return { status: 200, body: { data: site } };
  },

  legal: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    reply.header('etag', tag);
    return { status: 200, body: { data: legalTextsOf(view) } };
  },
});
