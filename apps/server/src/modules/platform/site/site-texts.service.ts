import { isDeepStrictEqual } from 'node:util';
import type { SiteSettings } from '@institute/contract';
import { siteParts, type WrittenPart, writtenParts } from '@institute/contract/site-parts.constants';
import { demoSite, isFields, siteDefaults, valueAt } from './site-defaults.service.ts';

/** Parts that are still empty or the demo's, in the order in which visitors meet them. */
export const listUntouchedParts = (view: SiteSettings) =>
  (Object.keys(siteParts) as WrittenPart[]).flatMap((part) => {
    if (!(part in writtenParts)) return [];
    const states = siteParts[part].flatMap((path) => {
      const [value, neutral, demo] = [view, siteDefaults, demoSite].map((site) => valueAt(site, path));
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
