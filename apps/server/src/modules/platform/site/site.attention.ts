import type { Ctx } from '../../../context.ts';
import { listSettingWarnings } from './setting-warnings.ts';
import type { SiteItem } from './site.service.ts';
import { listUntouchedParts } from './site-texts.service.ts';

interface Deps extends Pick<Ctx, 'config'> {
  site: SiteItem;
}

export const siteAttention = {
  settings: async ({ config, site }: Deps) =>
    listSettingWarnings({ ...config, smsTo: site.view.messages.smsTo }),
  /** Empty parts count only where every page shows them. */
  untouchedParts: async ({ site }: Deps) =>
    listUntouchedParts(site).filter(
      ({ part, isDemo }) => isDemo || part === 'institute' || part === 'contact',
    ),
  invalidSections: async ({ site }: Deps): Promise<string[]> => site.invalid,
};
