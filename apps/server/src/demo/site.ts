import type { SiteSettings } from '@institute/contract';
import { demoImage } from './images.ts';
import { faq } from './site-faq.ts';
import { blurbs, partners, slides, testimonials, values } from './site-home.ts';
import { privacy, terms } from './site-legal.ts';
import { facilityBlocks, pages, programBlocks } from './site-pages.ts';

/** Addresses under `.example` reach nobody, so no stranger gets an email or a payment. */
export const site: SiteSettings = {
  institute: {
    name: 'Kampala Vocational Institute',
    blurb: 'Practical training for young people who want to work for themselves.',
    foundedYear: 2017,
    address: 'Plot 12, Kampala Road, Kampala, Uganda',
    phones: ['+256 700 000 001', '+256 700 000 002', '+256 700 000 003'],
    emails: ['info@institute.example'],
    chatPhone: '+256 700 000 001',
    chatGreeting: 'Hello, I would like to know more about your programs.',
    mapUrl:
      'https://www.openstreetmap.org/export/embed.html?bbox=32.5751%2C0.3091%2C32.5871%2C0.3181&layer=mapnik&marker=0.3136%2C32.5811',
    directionsUrl: 'https://www.openstreetmap.org/?mlat=0.3136&mlon=32.5811#map=17/0.3136/32.5811',
    aboutDocumentUrl: '/documents/about.pdf',
    paypalUrl: 'https://paypal.example/kampala-vocational-institute',
  },
  slides,
  floors: { students: 400, facilities: 12, alumni: 500 },
  blurbs,
  values,
  partners,
  about: {
    image: demoImage('about/banner'),
    imageAlt: 'Students and a trainer of the institute side by side',
    mission:
      'To give every young person who comes to us a skill that people pay for, the confidence to offer it and the sums to live from it.',
    vision:
      'A Uganda in which a trade learned well is as respected as a degree, and nobody is left without work because school was too far, too long or too dear.',
    text: `The institute opened in 2017 with one room, four sewing machines and eleven students. Today more than 400 people learn here each year: in a working salon, a computer lab, a fashion workshop, a teaching kitchen and a studio, all of them in the middle of Kampala.

Two thirds of every course is practice. Students serve clients, mend machines and fill orders from the first weeks, and each diploma ends with a placement in a company, a salon or a studio. Our trainers have all earned their living by what they teach.

Beside the diplomas there are short courses for people in work, camps for the school holidays, and the football and netball teams that our youth players come from. Fees are kept low by the salon, the kitchen and the workshop, which sell what students make, and by donors who pay for bursaries.`,
  },
  pages,
  programBlocks,
  facilityBlocks,
  testimonials,
  departments: [
    {
      name: 'General Inquiries',
      contact: 'Front office',
      phone: '+256 700 000 001',
      email: 'info@institute.example',
    },
    {
      name: 'Consultancy',
      contact: 'Director',
      phone: '+256 700 000 002',
      email: 'director@institute.example',
    },
  ],
  openingHours: [
    { days: 'Mon-Fri', hours: '8:00 AM-6:00 PM' },
    { days: 'Sat', hours: '9:00 AM-4:00 PM' },
    { days: 'Sun', hours: 'closed' },
  ],
  faq,
  socials: [
    { network: 'Facebook', url: 'https://facebook.example/kampala-vocational-institute' },
    { network: 'Instagram', url: 'https://instagram.example/kampala-vocational-institute' },
    { network: 'YouTube', url: 'https://youtube.example/kampala-vocational-institute' },
  ],
  donations: {
    bankText:
      'Give from your bank account, once or every month. Ask us for the account details and we will send them the same working day, with a receipt to follow.',
    paypalText:
      'Give from anywhere in the world with a PayPal account or a card. The link opens the payment page of the institute.',
    cardText:
      'Give with mobile money or a card. A small gift counts: the price of a lunch buys a student a day of thread, flour or shampoo.',
    // a made-up code, which belongs to nobody
    merchantCode: '000000',
  },
  registrationSuccess:
    'Thank you. Your application will be reviewed and the family contacted, usually within three working days. Please keep your phone close by.',
  privacy,
  terms,
  messageTemplates: [
    {
      title: 'Your documents',
      text: 'Hello {name}, thank you for applying for {program} (reference {reference}). Please bring copies of your certificates and of an identity document to our office, any weekday from 8 to 5.',
    },
    {
      title: 'An invitation to visit us',
      text: 'Hello {name}, we would like to meet you before you start {program}. Which day of next week suits you? Your reference is {reference}.',
    },
    {
      title: 'Your place',
      text: 'Hello {name}, your place in {program} is confirmed (reference {reference}). Please call us if you cannot come.',
    },
  ],
  // nothing is erased before the owner has decided it
  retention: { medicalMonths: 0, personMonths: 0, rejectedMonths: 0, messageMonths: 0 },
};
