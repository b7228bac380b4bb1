import type { SiteSettings } from '@institute/contract';
import { defaultColors } from '@institute/contract/look';
import { wholeMenu } from '@institute/contract/site.constants';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';

const image = '/images/share.jpg';
const later = 'The institute adds this text soon.';
/** In ranges that nobody has: nothing reaches a stranger. */
const [phone, mailbox] = ['+1 202 555 0100', 'office@institute.example'];
const repeatTimes = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));
const plainPage = (title: string) => ({ title, intro: later });
const plainLaw = (title: string) => ({
  title,
  intro: 'This text cannot be shown at the moment. Ask the office for it.',
  sections: [{ title: 'Contact', text: 'Write to the office or call it.' }],
});

/**
 * What a section shows whose stored texts do not fit any more. Not the demo's texts: they would look like
 * those of a real institute. Nothing leads to money, and nothing is erased.
 */
export const plainSite: SiteSettings = {
  institute: {
    name: 'The Institute',
    logo: '',
    colors: defaultColors,
    pattern: 'shapes',
    blurb: later,
    foundedYear: 2000,
    address: 'Kampala, Uganda',
    phones: [phone],
    emails: [mailbox],
    chatPhone: phone,
    chatGreeting: 'Hello.',
    mapUrl: '',
    directionsUrl: '',
    aboutDocumentUrl: '',
    paypalUrl: '',
  },
  slides: repeatTimes(3, (number) => ({
    id: `slide-${number}`,
    image,
    imageAlt: null,
    title: 'Welcome',
    subtitle: 'Learn with us.',
  })),
  floors: { students: 0, facilities: 0, alumni: 0 },
  blurbs: repeatTimes(4, () => ({ title: 'Our work', text: later })),
  values: repeatTimes(4, () => ({ title: 'Our values', text: later })),
  partners: repeatTimes(3, (number) => ({
    id: `partner-${number}`,
    name: 'Partner',
    logo: image,
    description: later,
  })),
  about: { image, imageAlt: null, mission: later, vision: later, text: later },
  pages: {
    about: plainPage('About Us'),
    programs: plainPage('Programs'),
    facilities: plainPage('Facilities'),
    coaches: plainPage('Trainers'),
    registration: plainPage('Registration'),
    news: plainPage('News'),
    gallery: plainPage('Gallery'),
    videos: plainPage('Videos'),
    alumni: plainPage('Alumni'),
    contact: plainPage('Contact'),
    faq: plainPage('Questions'),
    donations: plainPage('Donations'),
  },
  programBlocks: { core: [], activities: [], digital: [], creative: [] },
  facilityBlocks: { equipment: [], technology: [] },
  testimonials: repeatTimes(3, () => ({
    name: 'A student',
    role: 'Student',
    image,
    content: later,
    graduationYear: 2000,
    currentTeam: 'The Institute',
  })),
  departments: [],
  openingHours: [],
  faq: [],
  socials: ['Facebook', 'Instagram', 'YouTube'].map((network) => ({ network, url: '/contact' })),
  donations: {
    bankText: 'Ask the office how to give.',
    paypalText: 'Ask the office how to give.',
    cardText: 'Ask the office how to give.',
    merchantCode: '',
  },
  registrationSuccess: 'Thank you. We have your registration.',
  menu: wholeMenu,
  privacy: plainLaw('Privacy'),
  terms: plainLaw('Terms'),
  messageTemplates: [],
  messages: {
    smsTo: 'withoutEmail',
    sms: smsTextDefaults,
    smsEnding: '',
    weekly: true,
  },
  retention: { medicalMonths: 0, personMonths: 0, rejectedMonths: 0, messageMonths: 0 },
  certificates: {
    signerName: '',
    signerTitle: '',
    secondSignerName: '',
    secondSignerTitle: '',
    note: 'Issued by the institute. This is not a national award of UVTAB.',
  },
  fees: { mtnCode: '', airtelCode: '', bankAccount: '' },
};
