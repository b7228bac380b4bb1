import { type SiteSettings, siteSettings as schema } from '@institute/contract';
import { legalPlaceholders } from '@institute/contract/place';
import { defaultMenu } from '@institute/contract/site.constants';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import { fillTemplate } from '@institute/contract/text';
import demo from '../../../demo/site.json' with { type: 'json' };
import defaults from './defaults.json' with { type: 'json' };

type SettingFields = Record<string, unknown>;
export const isFieldsObject = (value: unknown): value is SettingFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `institute.name`. */
export const readValueAt = (site: SiteSettings, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isFieldsObject(value) ? value[name] : undefined), site);

/** Fills gaps in the stored values. Stored values whose names are not in `defaults` are left out. */
export function mergeDefaults(defaults: SettingFields, stored: SettingFields): SettingFields {
  const mergedFieldEntries = Object.entries(defaults).map(([name, fallback]) => {
    const storedValue = stored[name];
    if (storedValue === undefined) return [name, fallback];
    return [
      name,
      isFieldsObject(fallback) && isFieldsObject(storedValue)
        ? mergeDefaults(fallback, storedValue)
        : storedValue,
    ];
  });
  return Object.fromEntries(mergedFieldEntries);
}

const neutralSite: typeof defaults = JSON.parse(fillTemplate(JSON.stringify(defaults), legalPlaceholders));

/** Settings of a new site: nothing is invented, and nothing is erased before the owner has decided it. */
export const siteDefaults: SiteSettings = schema.parse({
  ...neutralSite,
  menu: defaultMenu,
  alumniWords: {},
  messages: { ...neutralSite.messages, sms: smsTextDefaults },
});

/**
 * Settings of the demo. Addresses under `.example` reach nobody, so no stranger gets an email or a payment. The
 * merchant code is made up.
 */
export const demoSite: SiteSettings = schema.parse(mergeDefaults(siteDefaults, demo));
