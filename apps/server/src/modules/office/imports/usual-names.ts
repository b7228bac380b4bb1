import { isSiteAddress } from '@institute/contract/addresses.constants';
import { pageLimits } from '@institute/contract/pages.constants';

/** Usual names on old sites of pages that this site has already. */
const usualNames: Readonly<Record<string, string>> = {
  'about-us': 'about',
  'who-we-are': 'about',
  'our-story': 'about',
  'contact-us': 'contact',
  contacts: 'contact',
  'our-team': 'coaches',
  staff: 'coaches',
  team: 'coaches',
  trainers: 'coaches',
  courses: 'programs',
  'our-courses': 'programs',
  programmes: 'programs',
  photos: 'gallery',
  'photo-gallery': 'gallery',
  faqs: 'faq',
};

/** The page of the site itself for which an old page of this name stands. */
export function findBuiltIn(name: string): string | null {
  if (isSiteAddress(name)) return name.slice(0, pageLimits.path);
  const plain = name.toLowerCase();
  return Object.hasOwn(usualNames, plain) ? (usualNames[plain] ?? null) : null;
}
