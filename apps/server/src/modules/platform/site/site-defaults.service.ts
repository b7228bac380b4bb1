import { type SiteSettings, siteSettings as schema } from '@institute/contract';
import { law } from '@institute/contract/place';
import { wholeMenu } from '@institute/contract/site.constants';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import { fillTemplate } from '@institute/contract/text';
import demo from '../../../demo/site.json' with { type: 'json' };
import defaults from './defaults.json' with { type: 'json' };

type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `institute.name`. */
export const readValueAt = (site: SiteSettings, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), site);

/** Values that `defaults` does not name are left out. */
export function mergeDefaults(defaults: Fields, stored: Fields): Fields {
  const fields = Object.entries(defaults).map(([name, fallback]) => {
    const value = stored[name];
    if (value === undefined) return [name, fallback];
    return [name, isFields(fallback) && isFields(value) ? mergeDefaults(fallback, value) : value];
  });
  return Object.fromEntries(fields);
}

const neutralSite: typeof defaults = JSON.parse(fillTemplate(JSON.stringify(defaults), law));

/** Settings of a new site: nothing is invented, and nothing is erased before the owner has decided it. */
export const siteDefaults: SiteSettings = schema.parse({
  ...neutralSite,
  menu: wholeMenu,
  alumniWords: {},
  messages: { ...neutralSite.messages, sms: smsTextDefaults },
});

/**
 * Settings of the demo. Addresses under `.example` reach nobody, so no stranger gets an email or a payment. The
 * merchant code is made up.
 */
export const demoSite: SiteSettings = schema.parse(mergeDefaults(siteDefaults, demo));
