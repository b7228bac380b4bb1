import { isDeepStrictEqual } from 'node:util';
import type { SiteSettings } from '@institute/contract';
import {
  type InstituteText,
  instituteTexts,
  type ReadPart,
  siteParts,
  writtenParts,
} from '@institute/contract/site-parts.constants';
import { demoSite, isFields, readValueAt, siteDefaults } from './site-defaults.service.ts';

/** Parts that are still empty, the demo's or unread, in the order in which visitors meet them. */
export const listUntouchedParts = ({ view, unread }: { view: SiteSettings; unread: readonly ReadPart[] }) =>
  (Object.keys(siteParts) as InstituteText[]).flatMap((part) => {
    if (!(part in instituteTexts)) return [];
    if (!(part in writtenParts)) return unread.some((one) => one === part) ? [{ part, isDemo: false }] : [];
    const states = siteParts[part].flatMap((path) => {
      const [value, neutral, demo] = [view, siteDefaults, demoSite].map((site) => readValueAt(site, path));
      return listStates(value, neutral, demo);
    });
    const isDemo = states.includes('demo');
    return isDemo || !states.includes('own') ? [{ part, isDemo }] : [];
  });

/** A list is one value: a school that keeps a question of the demo has decided so. */
function listStates(value: unknown, neutral: unknown, demo: unknown): ('neutral' | 'demo' | 'own')[] {
  if (isFields(value) && isFields(neutral) && isFields(demo)) {
    return Object.keys(value).flatMap((name) => listStates(value[name], neutral[name], demo[name]));
  }
  if (isDeepStrictEqual(value, neutral)) return ['neutral'];
  return [isDeepStrictEqual(value, demo) ? 'demo' : 'own'];
}
