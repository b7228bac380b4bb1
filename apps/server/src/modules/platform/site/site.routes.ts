import { contract } from '@institute/contract';
import { listCallingCodes } from '@institute/contract/international-phone';
import { listNavigation } from '@institute/contract/navigation';
import { toSocialLink } from '@institute/contract/social';
import { initServer } from '@ts-rest/fastify';
import type { Ctx } from '../../../context.ts';
import { extendDerivedTagPart, hashShownValues } from '../../../database/item-tag.ts';
import { readMenuPages } from './empty-pages.service.ts';
import { pickLegalTexts } from './legal-version.service.ts';
import { getSite, type SiteItem, updateSite } from './site.service.ts';

export const siteRoutes = initServer().router(contract.site, {
  get: async ({ request, reply }) => {
    const { shown, tag } = await makeShownSite(request.ctx, await getSite(request.ctx));
    reply.header('etag', tag);
    return { status: 200, body: { data: shown } };
  },

  update: async ({ request, reply, headers, body }) => {
    const { ctx } = request;
    const { shown, tag } = await makeShownSite(
      ctx,
      await updateSite(ctx, body, { ifMatch: headers['if-match'] }),
    );
    reply.header('etag', tag);
    return { status: 200, body: { data: shown } };
  },

  legal: async ({ request, reply }) => {
    const { view, tag } = await getSite(request.ctx);
    reply.header('etag', tag);
    return { status: 200, body: { data: pickLegalTexts(view) } };
  },
});

/** Leaves out settings that only the office needs, and adds fields that are derived from others and not stored. */
async function makeShownSite(ctx: Ctx, { view, tag }: SiteItem) {
  const { privacy, terms, retention, messageTemplates, certificates, fees, messages, ...site } = view;
  const { sms, smsCountries } = ctx.config;
  const menuPages = await readMenuPages(ctx, view);
  const derivedFields = {
    socialLinks: view.socials.map(toSocialLink),
    navigation: listNavigation({ ...view, ...menuPages }),
    ...menuPages,
    ...(sms && messages.smsTo !== 'never' && { smsCallingCodes: listCallingCodes(smsCountries) }),
  };
  return {
    shown: { ...site, ...derivedFields },
    tag: extendDerivedTagPart(tag, String(hashShownValues(derivedFields))),
  };
}
