import { isDeepStrictEqual } from 'node:util';
import type { SiteSettings } from '@institute/contract';
import {
  type InstituteText,
  instituteTexts,
  type PartToRead,
  partsToWrite,
  siteParts,
} from '@institute/contract/site-parts.constants';
import { demoSite, isFieldsObject, readValueAt, siteDefaults } from './site-defaults.service.ts';

/** Parts that are still empty, the demo's or unread, in the order in which visitors meet them. */
export const listUntouchedParts = ({ view, unread }: { view: SiteSettings; unread: readonly PartToRead[] }) =>
  (Object.keys(siteParts) as InstituteText[]).flatMap((part) => {
    if (!(part in instituteTexts)) return [];
    if (!(part in partsToWrite)) return unread.some((one) => one === part) ? [{ part, isDemo: false }] : [];
    const valueStates = siteParts[part].flatMap((path) => {
      const [value, neutral, demo] = [view, siteDefaults, demoSite].map((site) => readValueAt(site, path));
      return listValueStates(value, neutral, demo);
    });
    const hasDemoValue = valueStates.includes('demo');
    return hasDemoValue || !valueStates.includes('own') ? [{ part, isDemo: hasDemoValue }] : [];
  });

/** A list counts as one value, because an institute may deliberately keep a question of the demo. */
function listValueStates(value: unknown, neutral: unknown, demo: unknown): ('neutral' | 'demo' | 'own')[] {
  if (isFieldsObject(value) && isFieldsObject(neutral) && isFieldsObject(demo)) {
    return Object.keys(value).flatMap((name) => listValueStates(value[name], neutral[name], demo[name]));
  }
  if (isDeepStrictEqual(value, neutral)) return ['neutral'];
  return [isDeepStrictEqual(value, demo) ? 'demo' : 'own'];
}
