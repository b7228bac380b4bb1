import { contract, type ShownSite } from '@institute/contract';
import { callingCodes } from '@institute/contract/international-phone';
import { initServer } from '@ts-rest/fastify';
import type { Ctx } from '../../context.ts';
import { withDerived } from '../../database/item-tag.ts';
import { pickLegalTexts } from './legal-version.service.ts';
import { getSite, type SiteItem, updateSite } from './site.service.ts';

export const siteRoutes = initServer().router(contract.site, {
  get: async ({ request, reply }) => {
    const { shown, tag } = shownSite(request.ctx, await getSite(request.ctx));
    reply.header('etag', tag);
    return { status: 200, body: { data: shown } };
  },

  update: async ({ request, reply, headers, body }) => {
    const { ctx } = request;
    const { shown, tag } = shownSite(ctx, await updateSite(ctx, body, { ifMatch: headers['if-match'] }));
    reply.header('etag', tag);
    return { status: 200, body: { data: shown } };
  },

  legal: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    reply.header('etag', tag);
    return { status: 200, body: { data: pickLegalTexts(view) } };
  },
});

interface Shown {
  shown: ShownSite;
  tag: string;
}

/** Without the settings that only the office sees. Where SMS go depends on the server's settings too. */
function shownSite({ config: { sms, smsCountries } }: Pick<Ctx, 'config'>, { view, tag }: SiteItem): Shown {
  const { privacy, terms, retention, messageTemplates, certificates, fees, messages, ...site } = view;
  if (!sms || messages.smsTo === 'never') return { shown: site, tag };
  const smsCallingCodes = callingCodes(smsCountries);
  return { shown: { ...site, smsCallingCodes }, tag: withDerived(tag, smsCallingCodes.join('')) };
}
