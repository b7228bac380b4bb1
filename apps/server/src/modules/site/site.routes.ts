import { contract, type Site, type SiteSettings } from '@institute/contract';
import { initServer } from '@ts-rest/fastify';
import { legalTextsOf } from './legal-version.service.ts';
import { getSite, updateSite } from './site.service.ts';

export const siteRoutes = initServer().router(contract.site, {
  get: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    reply.header('etag', tag);
    return { status: 200, body: { data: publicPart(view) } };
  },

  update: async ({ request, reply, headers, body }) => {
    const { view, tag } = await updateSite(request.ctx, body, { ifMatch: headers['if-match'] });
    reply.header('etag', tag);
    return { status: 200, body: { data: publicPart(view) } };
  },

  legal: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    reply.header('etag', tag);
    return { status: 200, body: { data: legalTextsOf(view) } };
  },
});

function publicPart(settings: SiteSettings): Site {
  const {
    privacy: _,
    terms: __,
    retention: ___,
    messageTemplates: ____,
    messages: _____,
    ...site
  } = settings;
  return site;
}
