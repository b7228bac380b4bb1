import {
  instituteTexts,
  type SitePart,
  type SitePath,
  siteParts,
} from '@institute/contract/site-parts.constants';

export type SiteSection = {
  id: SitePart;
  label: string;
  paths: readonly SitePath[];
};

const sectionLabels: Record<SitePart, string> = {
  ...instituteTexts,
  look: 'Colours and pattern',
  menu: 'Menu',
  alumni: 'Words for alumni',
  retention: 'Retention',
};
const makeSection = (id: SitePart): SiteSection => ({ id, label: sectionLabels[id], paths: siteParts[id] });
const makeSections = (...ids: SitePart[]) => ids.map(makeSection);

/** A group without a label is a single section. */
export const sectionGroups: readonly { label?: string; sections: readonly SiteSection[] }[] = [
  {
    label: 'Institute',
    sections: makeSections('institute', 'look', 'contact', 'map', 'hours', 'departments', 'socials'),
  },
  { label: 'Home', sections: makeSections('slides', 'home', 'partners') },
  {
    label: 'Pages',
    sections: makeSections(
      'menu',
      'about',
      'pages',
      'programs',
      'facilities',
      'alumni',
      'testimonials',
      'faq',
      'newsletter',
      'donations',
    ),
  },
  { label: 'Legal', sections: makeSections('privacy', 'terms', 'retention') },
  { sections: makeSections('messages', 'certificates', 'fees') },
];

export const siteSections = sectionGroups.flatMap((group) => group.sections);

/** Finds a section by its id, its former id, or one of its settings. */
export const findSection = (name: string | undefined): SiteSection =>
  siteSections.find(({ id }) => id === (name === 'templates' ? 'messages' : name)) ??
  siteSections.find(({ paths }) => paths.some((path) => path === name)) ??
  makeSection('institute');

/** `part` is the label of a region of the page; `{name}` is the name of the institute. */
export type PreviewedPage = { page: string; part?: string };

const makeContactPreview = (name: string): PreviewedPage => ({ page: '/contact', part: name });
const aboutPreview: PreviewedPage = { page: '/about', part: 'About {name}' };

/** The keys are settings, or a setting and its field. */
const previewPages: Record<string, PreviewedPage> = {
  'institute.name': { page: '/' },
  'institute.logo': { page: '/' },
  'institute.blurb': { page: '/' },
  'institute.foundedYear': { page: '/', part: 'In numbers' },
  'institute.phones': makeContactPreview('Footer'),
  'institute.emails': makeContactPreview('Footer'),
  'institute.aboutDocumentUrl': aboutPreview,
  'institute.paypalUrl': { page: '/donations', part: 'PayPal' },
  institute: makeContactPreview('Location'),
  openingHours: makeContactPreview('Opening hours'),
  departments: makeContactPreview('Departments'),
  socials: makeContactPreview('Footer'),
  slides: { page: '/' },
  newsletter: { page: '/newsletter' },
  blurbs: { page: '/', part: 'About Us' },
  values: { page: '/', part: 'Our Values' },
  floors: { page: '/', part: 'In numbers' },
  home: { page: '/', part: 'News' },
  partners: { page: '/', part: 'Our Partners' },
  about: { page: '/about' },
  'about.text': aboutPreview,
  pages: { page: '/about' },
  registrationSuccess: { page: '/registration-success' },
  programBlocks: { page: '/programs', part: 'Core Programs' },
  'programBlocks.activities': { page: '/programs', part: 'Additional Activities' },
  'programBlocks.digital': { page: '/programs', part: 'Digital Skills' },
  'programBlocks.creative': { page: '/programs', part: 'Creative Industry Programs' },
  facilityBlocks: { page: '/facilities', part: 'Equipment' },
  'facilityBlocks.technology': { page: '/facilities', part: 'Technology' },
  alumniWords: { page: '/alumni', part: 'Alumni' },
  'alumniWords.graduatedIn': { page: '/alumni', part: 'Testimonials' },
  testimonials: { page: '/alumni', part: 'Testimonials' },
  faq: { page: '/faq' },
  donations: { page: '/donations', part: 'Ways to give' },
  menu: { page: '/' },
  privacy: { page: '/privacy' },
  terms: { page: '/terms' },
};

/**
 * Finds the page that the last focused field changes. Before one is focused, that of the section's first
 * setting.
 */
export function findPreview({ paths }: SiteSection, focused: string): PreviewedPage | undefined {
  const [setting = '', name = ''] = (focused || paths[0] || '').split('.');
  // The settings of page headings have the addresses of their pages as names.
  if (setting === 'pages' && name) return { page: `/${name}` };
  // Colours and pattern have a preview of their own.
  if (name === 'colors' || name === 'pattern') return undefined;
  return previewPages[`${setting}.${name}`] ?? previewPages[setting];
}
