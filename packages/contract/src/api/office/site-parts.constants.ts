/**
 * The parts of the Site screen, in the order in which visitors meet them. Their ids are used in the screen's address.
 */
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

/**
 * Parts whose texts only the institute can write, with their labels. The texts of all other parts suit every school.
 */
export const partsToWrite = {
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

export type PartToWrite = keyof typeof partsToWrite;

/** Parts whose default texts suit every school but promise something, so the institute reads them once. */
export const partsToRead = {
  pages: 'Headings',
  newsletter: 'Newsletter',
  messages: 'Messages',
  privacy: 'Privacy',
  terms: 'Terms',
} satisfies Partial<Record<SitePart, string>>;
export type PartToRead = keyof typeof partsToRead;
export const partToReadNames = Object.keys(partsToRead) as [PartToRead, ...PartToRead[]];

/** Parts that the institute has to write or read. */
export const instituteTexts = { ...partsToWrite, ...partsToRead };
export type InstituteText = keyof typeof instituteTexts;
