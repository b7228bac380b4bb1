import { contentResources } from '@institute/contract';
import type { AppRoute } from '@ts-rest/core';
import * as z from 'zod';

/** What a call is sent and what it answers. */
interface CallExample {
  body?: unknown;
  answer: unknown;
}
type Fields = Record<string, unknown>;

const stored = { id: 1, createdAt: '2026-01-05T08:30:00.000Z', updatedAt: '2026-01-06T09:00:00.000Z' };
const pageOf = (item: unknown, limit = 1000) => ({ data: [item], meta: { total: 1, limit, offset: 0 } });
const cursorPageOf = (item: unknown) => ({
  data: [item],
  meta: { total: 1, limit: 1000, offset: 0, nextCursor: null },
});
const onlyId = { data: { id: 1 } };

const applicant = {
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.org',
  phone: '+256 700 000 000',
  dateOfBirth: '2001-02-03',
  programId: 1,
  intakeId: 1,
  emergencyName: 'Bo Example',
  emergencyPhone: '0700 000 001',
  emergencyRelation: 'Uncle',
};
const registration = {
  ...stored,
  ...applicant,
  reference: 'REG-2026-0001',
  status: 'new',
  program: { id: 1, name: 'Diploma in Fashion and Garment Design' },
  intake: { id: 1, startsOn: '2027-02-01' },
  startDate: '2027-02-01',
  guardianName: null,
  guardianPhone: null,
  guardianConsent: false,
  medicalConditions: null,
  allergies: null,
  medications: null,
  medicalHidden: true,
  consent: true,
  consentVersion: '0123456789ab',
  consentedAt: stored.createdAt,
  note: null,
};

const txRef = '1767600000000-x1Y2z3A4b5C6';
const donated = { txRef, amount: 5, currency: 'USD' };
const donor = { name: 'Ann Example', email: 'ann@example.org', phone: '+256 700 000 000' };
const paid = { ...donated, status: 'successful', isTest: false, paidAt: stored.createdAt };

const message = {
  name: 'Ann Example',
  email: 'ann@example.org',
  subject: 'Fees',
  message: 'How much is the diploma?',
};
const session = {
  data: {
    user: { id: 1, email: 'office@example.org', name: 'Office', avatar: 'O' },
    token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  },
};
const password = 'three plain words together';
const subscription = { email: 'ann@example.org' };
const linkToken = 'x1Y2z3A4b5C6d7E8f9G0';

const block = { title: 'Practice first', text: 'Every lesson ends in the workshop.' };
const intro = { title: 'Welcome', intro: 'What we teach, and how.' };
const times = <T>(count: number, item: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => item(at + 1));
const site = {
  institute: {
    name: 'Example Institute',
    blurb: 'Skills for work',
    foundedYear: 2017,
    address: 'Kampala, Uganda',
    phones: ['+256 700 000 000'],
    emails: ['office@example.org'],
    chatPhone: '+256 700 000 000',
    chatGreeting: 'Hello! How can we help?',
    mapUrl: '',
    directionsUrl: '',
    aboutDocumentUrl: '',
    paypalUrl: '',
  },
  slides: times(3, (at) => ({
    id: `slide-${at}`,
    image: `/images/slide-${at}.jpg`,
    imageAlt: 'A sewing room',
    title: 'Learn a trade',
    subtitle: 'In twelve weeks',
  })),
  floors: { students: 500, facilities: 8, alumni: 300 },
  blurbs: times(4, () => block),
  values: times(4, () => block),
  partners: times(3, (at) => ({
    id: `partner-${at}`,
    name: 'Partner',
    logo: `/images/partner-${at}.png`,
    description: 'Takes our students for practice.',
  })),
  about: {
    image: '/images/about.jpg',
    imageAlt: 'The gate',
    mission: 'To teach a trade.',
    vision: 'Work for everybody.',
    text: 'Since 2017.',
  },
  pages: {
    ...{ about: intro, programs: intro, facilities: intro, coaches: intro, registration: intro, news: intro },
    ...{ gallery: intro, videos: intro, alumni: intro, contact: intro, faq: intro, donations: intro },
  },
  programBlocks: {
    core: [{ ...block, image: '/images/core.jpg' }],
    activities: [block],
    digital: [block],
    creative: [block],
  },
  facilityBlocks: { equipment: [block], technology: [block] },
  testimonials: times(3, () => ({
    name: 'John Doe',
    role: 'Tailor',
    image: '/images/one.jpg',
    content: 'I found work within a month.',
    graduationYear: 2019,
    currentTeam: 'Lake Hub',
  })),
  departments: [
    { name: 'Admissions', contact: 'Jane Doe', phone: '+256 700 000 000', email: 'office@example.org' },
  ],
  openingHours: [{ days: 'Monday - Friday', hours: '8:00 AM - 5:00 PM' }],
  faq: [{ category: 'Facilities', question: 'Is there a hostel?', answer: 'Yes.' }],
  socials: times(3, (at) => ({ network: `Network ${at}`, url: 'https://social.example/institute' })),
  donations: { bankText: 'Bank', paypalText: 'PayPal', cardText: 'Card', merchantCode: '' },
  registrationSuccess: 'Thank you. We write to you within two days.',
};
const legalPage = { ...intro, sections: [block] };

const calls: Record<string, CallExample> = {
  'registrations.list': { answer: cursorPageOf(registration) },
  'registrations.get': { answer: { data: registration } },
  'registrations.create': {
    body: { ...applicant, consent: true },
    answer: { data: { id: 1, reference: registration.reference, createdAt: stored.createdAt } },
  },
  'registrations.update': {
    body: { status: 'accepted', note: 'Fees are paid' },
    answer: { data: { ...registration, status: 'accepted', note: 'Fees are paid' } },
  },
  'registrations.remove': { answer: onlyId },
  'contact.token': { answer: { data: { token: linkToken, usableAfter: 3, expiresAfter: 7200 } } },
  'contact.send': { body: message, answer: { data: { id: 1, createdAt: stored.createdAt } } },
  'contact.list': { answer: pageOf({ ...stored, ...message, readAt: null, isSpam: false }) },
  'newsletter.subscribe': { body: subscription, answer: { data: subscription } },
  'newsletter.unsubscribe': { body: subscription, answer: { data: subscription } },
  'newsletter.confirm': { body: { token: linkToken }, answer: { data: { confirmed: true } } },
  'stats.get': {
    answer: {
      data: {
        ...{ posts: 12, coaches: 9, galleryItems: 40, facilities: 8, programs: 10, registrations: 25 },
        recentActivities: [],
      },
    },
  },
  'site.get': { answer: { data: site } },
  'site.update': {
    body: { registrationSuccess: site.registrationSuccess },
    answer: { data: site },
  },
  'site.legal': {
    answer: {
      data: {
        privacy: legalPage,
        terms: legalPage,
        retention: { medicalMonths: 12, personMonths: 36, rejectedMonths: 6, messageMonths: 12 },
        version: '0123456789ab',
      },
    },
  },
  'session.login': { body: { email: 'office@example.org', password }, answer: session },
  'session.signup': {
    body: { email: 'office@example.org', password, confirmPassword: password },
    answer: session,
  },
  'session.refresh': { answer: session },
  'session.logout': { answer: { data: { signedOut: true } } },
  'donations.list': { answer: cursorPageOf({ ...stored, ...donor, ...paid, receipt: 'DON-2026-000001' }) },
  'donations.get': { answer: { data: { ...stored, ...donor, ...paid, receipt: 'DON-2026-000001' } } },
  'donations.online': { answer: { data: { state: 'open' } } },
  'donations.create': {
    body: { ...donor, currency: donated.currency, amount: donated.amount },
    answer: {
      data: {
        ...{ id: 1, ...donated, status: 'pending', isTest: false, createdAt: stored.createdAt },
        publicKey: 'FLWPUBK-example',
        checkoutScriptUrl: 'https://checkout.flutterwave.com/v3.js',
        paymentOptions: 'card,mobilemoneyuganda',
      },
    },
  },
  'donations.verify': {
    answer: { data: { ...paid, name: donor.name, needsReview: false, receiptNumber: 'DON-2026-000001' } },
  },
  'donations.receipt': {
    answer: {
      data: {
        ...{ number: 'DON-2026-000001', amount: 5, currency: 'USD', paidAt: stored.createdAt },
        ...{ isTest: false, isCancelled: false },
      },
    },
  },
  'donations.webhook': {
    body: { event: 'charge.completed', data: { tx_ref: txRef } },
    answer: { data: { received: true } },
  },
  'reference.get': {
    answer: { openapi: '3.1.0', info: { title: 'Institute API', version: '1' }, paths: {} },
  },
};

/** The beginning of the item's longest text, without markup. */
const excerptOf = ({ description, content }: Fields) =>
  String(description ?? content ?? '')
    .replace(/<[^>]*>/g, '')
    .split('\n')[0];

const pick = (names: readonly string[], from: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** The fields of a schema's items, also of those in a list. */
function fieldsOf(answer: unknown): string[] {
  const { data } = (answer as z.ZodObject<{ data: z.ZodType }>).shape;
  const item = data instanceof z.ZodArray ? data.element : data;
  return item instanceof z.ZodObject ? Object.keys(item.shape) : [];
}

/** From the resource's own example, so that a new field is in it. */
function contentExample(own: Fields, name: string, { responses }: AppRoute): CallExample {
  const everything = {
    ...stored,
    seatsLeft: 6,
    featureCount: 2,
    nextIntake: { id: 1, startsOn: '2027-02-01', seatsLeft: 6 },
    excerpt: excerptOf(own),
    publishedAt: own.publishAt,
    ...own,
  };
  const item = pick(fieldsOf(responses[name === 'create' ? 201 : 200]), everything);
  if (name === 'list') return { answer: pageOf(item) };
  if (name === 'summaries') return { answer: pageOf(item, 24) };
  if (name === 'create') return { body: own, answer: { data: item } };
  if (name === 'update') return { body: pick(Object.keys(own).slice(0, 2), own), answer: { data: item } };
  return { answer: { data: item } };
}

/** An example of a call of the contract. A test checks each of them against the contract. */
export function exampleOf(tag: string, name: string, route: AppRoute): CallExample {
  const content = Object.values(contentResources).find(({ key }) => key === tag);
  const example = content ? contentExample({ ...content.example }, name, route) : calls[`${tag}.${name}`];
  if (!example) throw new Error(`The call ${tag}.${name} has no example`);
  return example;
}

export const uploadExample = {
  secure_url: 'https://institute.example/uploads/0123456789abcdef0123456789abcdef-1200x800-a1b2c3/1200.webp',
  public_id: '0123456789abcdef0123456789abcdef-1200x800-a1b2c3',
  width: 1200,
  height: 800,
  format: 'webp',
  bytes: 184_320,
};
