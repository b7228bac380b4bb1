/** The parts of the Site screen, in the order in which visitors meet them. The ids are in its address. */
export const siteParts = {
  institute: [
    'institute.name',
    'institute.logo',
    'institute.logoHasName',
    'institute.icon',
    'institute.blurb',
    'institute.foundedYear',
  ],
  look: ['institute.colors', 'institute.pattern'],
  slides: ['slides'],
  contact: [
    'institute.phones',
    'institute.emails',
    'institute.address',
    'institute.chatPhone',
    'institute.chatGreeting',
  ],
  home: ['blurbs', 'values', 'floors', 'home'],
  about: ['about'],
  pages: ['pages', 'registrationSuccess'],
  programs: ['programBlocks'],
  hours: ['openingHours'],
  map: ['institute.mapUrl', 'institute.directionsUrl', 'institute.aboutDocumentUrl'],
  faq: ['faq'],
  facilities: ['facilityBlocks'],
  alumni: ['alumniWords'],
  testimonials: ['testimonials'],
  partners: ['partners'],
  departments: ['departments'],
  socials: ['socials'],
  menu: ['menu'],
  newsletter: ['newsletter'],
  donations: ['donations', 'institute.paypalUrl'],
  fees: ['fees'],
  certificates: ['certificates'],
  messages: ['messages', 'messageTemplates'],
  privacy: ['privacy'],
  terms: ['terms'],
  retention: ['retention'],
} as const;

export type SitePart = keyof typeof siteParts;
export type SitePath = (typeof siteParts)[SitePart][number];

/** Parts that only the office can write, with their labels. The others hold for every school. */
export const writtenParts = {
  institute: 'Name and logo',
  slides: 'Slides',
  contact: 'Phones and addresses',
  home: 'Home page',
  about: 'About',
  programs: 'Programs page',
  hours: 'Opening hours',
  map: 'Map and document',
  faq: 'Questions',
  facilities: 'Facilities page',
  testimonials: 'Testimonials',
  partners: 'Partners',
  departments: 'Departments',
  socials: 'Social networks',
  donations: 'Donations page',
  fees: 'Fees',
  certificates: 'Certificates',
} satisfies Partial<Record<SitePart, string>>;

export type WrittenPart = keyof typeof writtenParts;

/** Parts whose neutral texts hold for every school, and promise something: the institute reads them once. */
export const readParts = {
  pages: 'Headings',
  newsletter: 'Newsletter',
  messages: 'Messages',
  privacy: 'Privacy',
  terms: 'Terms',
} satisfies Partial<Record<SitePart, string>>;
export type ReadPart = keyof typeof readParts;
export const readPartNames = Object.keys(readParts) as [ReadPart, ...ReadPart[]];

/** Texts of the site that the institute writes or reads. */
export const instituteTexts = { ...writtenParts, ...readParts };
export type InstituteText = keyof typeof instituteTexts;
