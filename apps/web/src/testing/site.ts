import type { ShownSite } from '@institute/contract';
import { mapAlumniWords } from '@institute/contract/alumni-words.constants';
import { defaultColors } from '@institute/contract/look';
import { listNavigation } from '@institute/contract/navigation';
import { place } from '@institute/contract/place';
import { toSocialLink } from '@institute/contract/social';

const makeSampleBlock = (title: string) => ({ title, text: `What ${title} means here.` });
const blocks = ['One', 'Two', 'Three', 'Four'].map(makeSampleBlock);
const makeSampleIntro = (title: string) => ({
  title,
  intro: `A sentence about ${title.toLowerCase()}, long enough to be a summary.`,
});

const socials = ['Facebook', 'Instagram', 'YouTube'].map((network) => ({
  network,
  url: `https://${network.toLowerCase()}.example/institute`,
}));
const socialLinks = socials.map(toSocialLink);

const texts: Omit<ShownSite, 'navigation'> = {
  smsCallingCodes: [place.callingCode],
  institute: {
    name: 'Test Institute',
    logo: '',
    logoHasName: false,
    icon: '',
    colors: defaultColors,
    pattern: 'shapes',
    blurb: 'A place to learn a trade.',
    foundedYear: 2016,
    address: 'Plot 1, Test Road',
    phones: ['+256 700 000 001', '+256 700 000 002', '+256 700 000 003'],
    emails: ['office@institute.example', 'other@institute.example'],
    chatPhone: '+256 700 000 009',
    chatGreeting: 'Hello, I have a question',
    mapUrl: '',
    directionsUrl: '',
    aboutDocumentUrl: '',
    paypalUrl: '',
  },
  slides: ['a', 'b', 'c'].map((id) => ({
    id,
    image: `/images/${id}.webp`,
    imageAlt: null,
    title: `Slide ${id}`,
    subtitle: 'Words',
  })),
  floors: { students: 400, facilities: 12, alumni: 500 },
  home: { showsPosts: false },
  blurbs: blocks,
  values: blocks,
  partners: ['a', 'b', 'c'].map((id) => ({
    id,
    name: `Partner ${id}`,
    logo: '/images/p.webp',
    description: 'Helps.',
  })),
  about: {
    image: '/images/a.webp',
    imageAlt: null,
    mission: 'To teach.',
    vision: 'A town of makers.',
    text: 'We began in one room.',
  },
  pages: {
    about: makeSampleIntro('About'),
    programs: makeSampleIntro('Programs'),
    facilities: makeSampleIntro('Facilities'),
    coaches: makeSampleIntro('Trainers'),
    registration: makeSampleIntro('Registration'),
    news: makeSampleIntro('News'),
    gallery: makeSampleIntro('Gallery'),
    videos: makeSampleIntro('Videos'),
    alumni: makeSampleIntro('Alumni Network'),
    contact: makeSampleIntro('Contact'),
    faq: makeSampleIntro('FAQ'),
    donations: makeSampleIntro('Support Our Mission'),
  },
  programBlocks: { core: [], activities: blocks, digital: blocks, creative: blocks },
  facilityBlocks: { equipment: blocks, technology: blocks },
  alumniWords: mapAlumniWords(() => ''),
  testimonials: [],
  departments: [],
  openingHours: [{ days: 'Monday to Friday', hours: '8:00 AM – 6:00 PM' }],
  faq: [{ category: 'Facilities', question: 'May I visit?', answer: 'Please do.' }],
  socials,
  newsletter: { isOpen: true, intro: 'News by email.' },
  donations: {
    isOpen: true,
    bankText: 'Bank.',
    paypalText: 'PayPal.',
    cardText: 'Card.',
    merchantCode: '000000',
  },
  registrationSuccess: 'We will call.',
  socialLinks,
  menu: [],
  emptyPages: [],
  menuPages: [],
};

/** Adds the navigation that follows from the menu. */
export const addNavigation = (shown: Omit<ShownSite, 'navigation'>): ShownSite => ({
  ...shown,
  navigation: listNavigation(shown),
});

export const site = addNavigation(texts);

/** Nobody has written anything but the titles of the pages. */
export const emptiedSite: ShownSite = {
  ...site,
  institute: {
    ...site.institute,
    name: '',
    blurb: '',
    foundedYear: 0,
    address: '',
    phones: [],
    emails: [],
    chatPhone: '',
    chatGreeting: '',
  },
  slides: [],
  floors: { students: 0, facilities: 0, alumni: 0 },
  blurbs: [],
  values: [],
  partners: [],
  about: { image: '', imageAlt: null, mission: '', vision: '', text: '' },
  pages: Object.fromEntries(
    Object.entries(site.pages).map(([page, { title }]) => [page, { title, intro: '' }]),
  ) as ShownSite['pages'],
  programBlocks: { core: [], activities: [], digital: [], creative: [] },
  facilityBlocks: { equipment: [], technology: [] },
  openingHours: [],
  faq: [],
  socials: [],
  socialLinks: [],
  newsletter: { isOpen: true, intro: '' },
  donations: { isOpen: true, bankText: '', paypalText: '', cardText: '', merchantCode: '' },
};
