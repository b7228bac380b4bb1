import type { Ctx } from '../../context.ts';
import { type SettingWarning, settingWarnings } from './setting-warnings.ts';
import type { SiteItem } from './site.service.ts';

interface Deps extends Pick<Ctx, 'config'> {
  site: SiteItem;
}

export const siteAttention = {
  settings: async ({ config, site }: Deps): Promise<SettingWarning[]> =>
    settingWarnings({ ...config, smsTo: site.view.messages.smsTo }),
  invalidSections: async ({ site }: Deps): Promise<string[]> => site.invalid,
};
