import { isSiteAddress } from '@institute/contract/addresses.constants';
import { pageLimits } from '@institute/contract/pages.constants';

/** Names that old sites usually have for pages which are built in here. */
const builtInPagesByUsualName: Readonly<Record<string, string>> = {
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

/** Returns the path of the built-in page that corresponds to an old page of this name. */
export function findBuiltInPage(name: string): string | null {
  if (isSiteAddress(name)) return name.slice(0, pageLimits.path);
  const lowerName = name.toLowerCase();
  return Object.hasOwn(builtInPagesByUsualName, lowerName)
    ? (builtInPagesByUsualName[lowerName] ?? null)
    : null;
}
