import type { SiteSettings } from '@institute/contract';

export type PreviewedPage = {
  page:
    | '/'
    | '/about'
    | '/alumni'
    | '/contact'
    | '/donations'
    | '/facilities'
    | '/faq'
    | '/privacy'
    | '/programs'
    | '/terms';
  part?: string;
};

export type SiteSection = {
  id: string;
  label: string;
  keys: readonly (keyof SiteSettings)[];
  preview?: PreviewedPage;
};

/** The ids are in the address. */
export const sections: readonly [SiteSection, ...SiteSection[]] = [
  {
    id: 'institute',
    label: 'Institute',
    keys: ['institute'],
    preview: { page: '/contact', part: 'Location' },
  },
  { id: 'slides', label: 'Slides', keys: ['slides'], preview: { page: '/' } },
  {
    id: 'home',
    label: 'Home page',
    keys: ['blurbs', 'values', 'floors'],
    preview: { page: '/', part: 'About Us' },
  },
  { id: 'partners', label: 'Partners', keys: ['partners'], preview: { page: '/', part: 'Our Partners' } },
  { id: 'about', label: 'About', keys: ['about'], preview: { page: '/about' } },
  { id: 'pages', label: 'Page headings', keys: ['pages', 'registrationSuccess'] },
  {
    id: 'programs',
    label: 'Programs',
    keys: ['programBlocks'],
    preview: { page: '/programs', part: 'Core Programs' },
  },
  { id: 'facilities', label: 'Facilities', keys: ['facilityBlocks'], preview: { page: '/facilities' } },
  {
    id: 'testimonials',
    label: 'Testimonials',
    keys: ['testimonials'],
    preview: { page: '/alumni', part: 'Testimonials' },
  },
  {
    id: 'contact',
    label: 'Contact',
    keys: ['openingHours', 'departments', 'socials'],
    preview: { page: '/contact', part: 'Departments' },
  },
  { id: 'faq', label: 'Questions', keys: ['faq'], preview: { page: '/faq' } },
  { id: 'donations', label: 'Donations', keys: ['donations'], preview: { page: '/donations' } },
  { id: 'privacy', label: 'Privacy', keys: ['privacy'], preview: { page: '/privacy' } },
  { id: 'terms', label: 'Terms', keys: ['terms'], preview: { page: '/terms' } },
  { id: 'messages', label: 'Messages', keys: ['messages'] },
  { id: 'templates', label: 'Message templates', keys: ['messageTemplates'] },
  { id: 'retention', label: 'Retention', keys: ['retention'] },
];

export const sectionOf = (name: string | undefined): SiteSection =>
  sections.find(({ id }) => id === name) ??
  sections.find(({ keys }) => keys.some((key) => key === name)) ??
  sections[0];
