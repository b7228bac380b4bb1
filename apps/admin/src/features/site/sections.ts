import type { SiteSettings } from '@institute/contract';

type Setting = keyof SiteSettings;

export type SiteSection = {
  id: string;
  label: string;
  keys: readonly Setting[];
  /** Ids of sections that are now a part of this one. */
  formerIds?: readonly string[];
};

/** The ids are in the address. */
const institute: SiteSection = {
  id: 'institute',
  label: 'Institute',
  keys: ['institute', 'openingHours', 'departments', 'socials'],
  formerIds: ['contact'],
};

/** A group without a label is a single section. */
export const sectionGroups: readonly { label?: string; sections: readonly SiteSection[] }[] = [
  { sections: [institute] },
  {
    label: 'Home',
    sections: [
      { id: 'slides', label: 'Slides', keys: ['slides'] },
      { id: 'home', label: 'Home page', keys: ['blurbs', 'values', 'floors'] },
      { id: 'partners', label: 'Partners', keys: ['partners'] },
    ],
  },
  {
    label: 'Pages',
    sections: [
      { id: 'about', label: 'About', keys: ['about'] },
      { id: 'pages', label: 'Headings', keys: ['pages', 'registrationSuccess'] },
      { id: 'programs', label: 'Programs page', keys: ['programBlocks'] },
      { id: 'facilities', label: 'Facilities page', keys: ['facilityBlocks'] },
      { id: 'testimonials', label: 'Testimonials', keys: ['testimonials'] },
      { id: 'faq', label: 'Questions', keys: ['faq'] },
      { id: 'donations', label: 'Donations page', keys: ['donations'] },
    ],
  },
  {
    label: 'Legal',
    sections: [
      { id: 'privacy', label: 'Privacy', keys: ['privacy'] },
      { id: 'terms', label: 'Terms', keys: ['terms'] },
      { id: 'retention', label: 'Retention', keys: ['retention'] },
    ],
  },
  {
    sections: [
      {
        id: 'messages',
        label: 'Messages',
        keys: ['messages', 'messageTemplates'],
        formerIds: ['templates'],
      },
      { id: 'certificates', label: 'Certificates', keys: ['certificates'] },
      { id: 'fees', label: 'Fees', keys: ['fees'] },
    ],
  },
];

export const sections = sectionGroups.flatMap((group) => group.sections);

export const findSection = (name: string | undefined): SiteSection =>
  sections.find(({ id, formerIds }) => name === id || (name && formerIds?.includes(name))) ??
  sections.find(({ keys }) => keys.some((key) => key === name)) ??
  institute;

/** `part` is the label of a region of the page; `{name}` is the name of the institute. */
export type PreviewedPage = { page: string; part?: string };

const previews: Partial<Record<Setting, PreviewedPage>> = {
  institute: { page: '/contact', part: 'Location' },
  openingHours: { page: '/contact', part: 'Opening hours' },
  departments: { page: '/contact', part: 'Departments' },
  slides: { page: '/' },
  blurbs: { page: '/', part: 'About Us' },
  values: { page: '/', part: 'Our Values' },
  floors: { page: '/', part: 'In numbers' },
  partners: { page: '/', part: 'Our Partners' },
  about: { page: '/about' },
  programBlocks: { page: '/programs', part: 'Core Programs' },
  facilityBlocks: { page: '/facilities', part: 'Equipment' },
  testimonials: { page: '/alumni', part: 'Testimonials' },
  faq: { page: '/faq' },
  donations: { page: '/donations', part: 'Ways to give' },
  privacy: { page: '/privacy' },
  terms: { page: '/terms' },
};

const aboutText: PreviewedPage = { page: '/about', part: 'About {name}' };

/** Fields that are shown elsewhere than what stands beside them. */
const fieldPreviews: Record<string, PreviewedPage> = {
  'institute.name': { page: '/' },
  'institute.logo': { page: '/' },
  'institute.blurb': { page: '/' },
  'institute.foundedYear': { page: '/', part: 'In numbers' },
  'institute.phones': { page: '/contact', part: 'Footer' },
  'institute.emails': { page: '/contact', part: 'Footer' },
  'institute.aboutDocumentUrl': aboutText,
  'institute.paypalUrl': { page: '/donations', part: 'PayPal' },
  'about.text': aboutText,
  'programBlocks.activities': { page: '/programs', part: 'Additional Activities' },
  'programBlocks.digital': { page: '/programs', part: 'Digital Skills' },
  'programBlocks.creative': { page: '/programs', part: 'Creative Industry Programs' },
  'facilityBlocks.technology': { page: '/facilities', part: 'Technology' },
  socials: { page: '/contact', part: 'Footer' },
  registrationSuccess: { page: '/registration-success' },
};

/** The page that the last focused field changes, otherwise that of the section's first setting. */
export function findPreview({ keys }: SiteSection, focused: string): PreviewedPage | undefined {
  const [setting = '', name] = focused.split('.');
  const own = fieldPreviews[`${setting}.${name}`] ?? fieldPreviews[setting];
  if (own) return own;
  // The headings are named by the addresses of their pages.
  if (setting === 'pages' || keys[0] === 'pages') return { page: `/${name ?? 'about'}` };
  const key = keys.find((one) => one === setting && previews[one]) ?? keys.find((one) => previews[one]);
  return key && previews[key];
}
