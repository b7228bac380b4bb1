import type { Ctx } from '../../../context.ts';
import { listSettingWarnings } from './setting-warnings.ts';
import type { SiteItem } from './site.service.ts';
import { listUntouchedParts } from './site-texts.service.ts';

interface AttentionCtx extends Pick<Ctx, 'config'> {
  site: SiteItem;
}

export const siteAttention = {
  settings: async ({ config, site }: AttentionCtx) =>
    listSettingWarnings({ ...config, smsTo: site.view.messages.smsTo }),
  /** An empty part is reported only when every page shows that part. */
  untouchedParts: async ({ site }: AttentionCtx) =>
    listUntouchedParts(site).filter(
      ({ part, isDemo }) => isDemo || part === 'institute' || part === 'contact',
    ),
  invalidSections: async ({ site }: AttentionCtx): Promise<string[]> => site.invalid,
};
