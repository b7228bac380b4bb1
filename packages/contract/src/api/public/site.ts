import * as z from 'zod';
import { yearDigitsMessage } from '../../fields/day-bounds.ts';
import { fieldLimits, missingFault, phoneFault } from '../../fields/fields.constants.ts';
import {
  cleanText,
  email,
  imageAlt,
  lineOrNone,
  oneLineText,
  phone,
  text,
  tooLong,
  url,
} from '../../fields/fields.ts';
import { defaultColors, patternStyles } from '../../words/look.ts';
import { examplePhone, place } from '../../words/place.ts';
import { smsLimits } from '../../words/sms-template.ts';
import { mapSmsTexts } from '../../words/sms-texts.constants.ts';
import { socialIcons } from '../../words/social.ts';
import { findUnknownPlaceholder, placeholders } from '../../words/text.ts';
import { precondition, publicContent, requireScope, wrapData } from '../calls.ts';
import { type AlumniWord, alumniWords, mapAlumniWords } from './alumni-words.constants.ts';
import { certificateLimits } from './certificates.constants.ts';
import { postFilters } from './posts.constants.ts';
import type { RegistrationStatus } from './registrations.constants.ts';
import { faqCategories, isNamedPage, MENU_LABEL_LENGTH, smsAudiences } from './site.constants.ts';

const lineText = oneLineText(300).meta({ examples: ['Learn a trade'] });
const paragraph = text(5000).meta({ examples: ['What we teach, and how.'] });
/** The office may leave this text unwritten. Then it is not shown. */
const optionalLine = lineOrNone(300).meta({ examples: [`${place.city}, ${place.countryName}`] });
const optionalText = cleanText.max(5000, tooLong(5000)).meta({ examples: ['What we teach, and how.'] });
const nameText = lineText.meta({ examples: ['Ann Example'] });
const image = url.meta({ examples: ['/images/one.jpg'] });
const mailbox = email.meta({ examples: ['office@example.org'] });
const dialledPhone = phone.meta({ examples: [examplePhone] });
const optionalUrl = z.union(
  [z.literal(''), url],
  'A web address (https://…) or a path that starts with /, or nothing',
);
const countBetween = (min: number, max: number, message: string) =>
  z.int(message).min(min, message).max(max, message);
const year = countBetween(1900, 2200, yearDigitsMessage).meta({ examples: [2017] });
const countField = countBetween(0, 10_000_000, 'A whole number from 0').meta({ examples: [500] });
const entryKey = z
  .string()
  .regex(/^[\w-]{1,60}$/, '1 to 60 letters, digits, - or _')
  .meta({ examples: ['one'] });
const colour = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'A colour like #0f5a43')
  .meta({ examples: ['#0f5a43'] });
const isOpen = z
  .boolean()
  .meta({ description: 'False: visitors find no page, link or form of it. Left out: it stays as it is.' });
/** Empty: the default word. */
const alumniWordField = (word: AlumniWord) =>
  lineOrNone(60)
    .default('')
    .meta({ examples: [alumniWords[word]] });
const titleAndText = z.object({ title: lineText, text: paragraph });
const cappedList = <T extends z.ZodType>(schema: T, max = 50) => z.array(schema).max(max);
const pageIntro = z.object({ title: lineText, intro: optionalText });
const altText = imageAlt.transform((alt) => alt ?? null).meta({ examples: ['A sewing room'] });

export const slide = z.object({
  id: entryKey,
  image,
  imageAlt: altText,
  title: lineText,
  subtitle: paragraph,
});
export const partner = z.object({ id: entryKey, name: nameText, logo: image, description: paragraph });
export const testimonial = z.object({
  name: nameText,
  role: lineText,
  image,
  content: paragraph,
  graduationYear: year,
  currentTeam: lineText,
});

const listOfCategory = String.raw`/news\?category=(?:${postFilters.join('|')})`;
const innerAddress = z
  .string()
  .overwrite((path) => path.trim().replace(/(?<=[^/])\/+$/, ''))
  .regex(new RegExp(String.raw`^(?:/(?![/\\])[^\s?#\\]*|${listOfCategory})$`))
  .max(fieldLimits.url);
const menu = cappedList(
  z.object({
    entry: z
      .union(
        [innerAddress, url.regex(/^https:\/\//i)],
        'An address of this site, such as /gallery, or a link that starts with https://',
      )
      .meta({ examples: ['/gallery'] }),
    hidden: z.boolean(),
    label: lineOrNone(MENU_LABEL_LENGTH)
      .optional()
      .meta({
        description:
          'The name of a link. Pages of the menu, and own pages with `inMenu`, have their own without it.',
        examples: ['Results'],
      }),
    /** True for an entry below the previous entry of the first level. */
    below: z.literal(true).optional(),
  }),
  100,
).superRefine((entries, { addIssue }) => {
  entries.forEach(({ entry, hidden, label, below }, at) => {
    const addFault = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [at, field], message });
    if (hidden && entry === '/') addFault('hidden', 'Home cannot be hidden');
    if (below && (entry === '/' || at === 0)) addFault('below', 'This entry stands at the top');
    if (!label && !isNamedPage(entry)) addFault('label', missingFault);
    if (entries.findIndex((other) => other.entry === entry) < at) addFault('entry', 'Each page once');
  });
});

export const site = z.object({
  institute: z.object({
    name: optionalLine.meta({ examples: ['Example Institute'] }),
    /** Empty: the mark of the product. */
    logo: optionalUrl.default(''),
    icon: optionalUrl
      .default('')
      .meta({ description: 'A square picture that was uploaded to this site. Empty: made of the logo.' }),
    /** The logo is alone, because the name would be there twice. */
    logoHasName: z.boolean().default(false),
    colors: z.object({ main: colour, accent: colour }).default(defaultColors),
    pattern: z.enum(patternStyles).default('shapes'),
    blurb: optionalText,
    /** 0: not known. */
    foundedYear: countBetween(0, 2200, yearDigitsMessage)
      .refine((value) => value === 0 || value >= 1900, yearDigitsMessage)
      .meta({ examples: [2017] }),
    address: optionalLine,
    phones: cappedList(dialledPhone, 5),
    emails: cappedList(mailbox, 5),
    /** Empty: no chat. */
    chatPhone: z.union([z.literal(''), phone], phoneFault).meta({ examples: [examplePhone] }),
    chatGreeting: optionalLine.meta({ examples: ['Hello, I have a question.'] }),
    mapUrl: optionalUrl,
    directionsUrl: optionalUrl,
    aboutDocumentUrl: optionalUrl,
    paypalUrl: optionalUrl,
  }),
  slides: cappedList(slide, 8),
  floors: z.object({ students: countField, facilities: countField, alumni: countField }),
  home: z.object({
    showsPosts: z
      .boolean()
      .default(false)
      .meta({ description: 'True: the newest articles stand on the home page.' }),
  }),
  blurbs: cappedList(titleAndText, 4),
  values: cappedList(titleAndText, 8),
  partners: cappedList(partner, 24),
  about: z.object({
    image: optionalUrl,
    imageAlt: altText,
    mission: optionalText,
    vision: optionalText,
    text: optionalText,
  }),
  pages: z.object({
    about: pageIntro,
    programs: pageIntro,
    facilities: pageIntro,
    coaches: pageIntro,
    registration: pageIntro,
    news: pageIntro,
    gallery: pageIntro,
    videos: pageIntro,
    alumni: pageIntro,
    contact: pageIntro,
    faq: pageIntro,
    donations: pageIntro,
  }),
  programBlocks: z.object({
    core: cappedList(z.object({ title: lineText, text: paragraph, image })),
    activities: cappedList(titleAndText),
    digital: cappedList(titleAndText),
    creative: cappedList(titleAndText),
  }),
  facilityBlocks: z.object({ equipment: cappedList(titleAndText), technology: cappedList(titleAndText) }),
  alumniWords: z
    .object(mapAlumniWords(alumniWordField))
    .meta({ description: 'What the school calls the categories and fields of alumni. Empty: our word.' }),
  testimonials: cappedList(testimonial, 12),
  departments: cappedList(
    z.object({ name: lineText, contact: nameText, phone: dialledPhone, email: mailbox }),
  ),
  openingHours: cappedList(z.object({ days: lineText, hours: lineText })),
  faq: cappedList(z.object({ category: z.enum(faqCategories), question: lineText, answer: paragraph }), 100),
  socials: cappedList(
    z.object({
      /** Empty: the name that its address has. */
      network: optionalLine.default('').meta({ examples: ['Facebook'] }),
      url: url.meta({
        description: 'A new one starts with https://.',
        examples: ['https://social.example/institute'],
      }),
    }),
    8,
  ),
  newsletter: z.object({
    isOpen,
    intro: optionalText.meta({ examples: ['News of the institute by email.'] }),
  }),
  donations: z.object({
    isOpen,
    bankText: optionalText,
    paypalText: optionalText,
    cardText: optionalText,
    /** Code of the mobile money account. Empty: none. */
    merchantCode: z.union([z.literal(''), z.string().regex(/^\d{3,20}$/)], '3 to 20 digits, or nothing'),
  }),
  registrationSuccess: paragraph,
  menu: menu.meta({
    description:
      'The order of the pages; those that it does not name follow. An entry is an address of this site at which there is a page, or a link to another one.',
  }),
});
export type Site = z.output<typeof site>;

const siteLink = z.object({
  to: z.string().meta({ examples: ['/gallery'] }),
  label: z.string().meta({ examples: ['Gallery'] }),
});
const menuLink = siteLink.extend({ below: z.array(siteLink).optional() });

const socialLink = z.object({
  name: z.string().meta({ examples: ['Facebook'] }),
  url: z.string().meta({ examples: ['https://social.example/institute'] }),
  icon: z.enum(socialIcons).optional(),
});

/** A client of an earlier version does not know the switches, and reopens nothing. */
export const siteChanges = site
  .extend({
    newsletter: site.shape.newsletter.partial({ isOpen: true }),
    donations: site.shape.donations.partial({ isOpen: true }),
  })
  .partial();

export const shownSite = site
  .extend({
    /** Pages promise an SMS only to numbers with these codes. */
    smsCallingCodes: z
      .array(z.string().meta({ examples: [place.callingCode] }))
      .optional()
      .meta({ description: 'Of the countries whose numbers get SMS; absent where the site sends none.' }),
    emptyPages: z.array(z.string().meta({ examples: ['/gallery'] })).meta({
      description:
        'Pages that have nothing to show yet, and items of the menu that visitors cannot open; `/` before the first publication.',
    }),
    socialLinks: z.array(socialLink).meta({
      description: '`socials` with the name that visitors read and, for known networks, their icon.',
    }),
    navigation: z
      .object({
        header: z.array(menuLink),
        fits: z.object({ lg: z.int(), xl: z.int() }),
        drawer: z.array(menuLink),
        footer: z.object({ first: z.array(siteLink), quick: z.array(siteLink), last: z.array(siteLink) }),
      })
      .meta({
        description:
          'The links of header, drawer and foot, as visitors see them. `fits`: how many of the header have room on screens from 1024 (`lg`) and 1280 px (`xl`).',
      }),
    menuPages: z.array(z.object({ entry: z.string(), title: z.string() })).meta({
      description:
        'Published pages with `inMenu`, by position. They follow the pages of the menu that it does not name.',
      examples: [[{ entry: '/p/house-rules', title: 'House rules' }]],
    }),
  })
  .meta({ id: 'Site' });
export type ShownSite = z.output<typeof shownSite>;

const legalPage = z.object({ title: lineText, intro: paragraph, sections: cappedList(titleAndText).min(1) });
const retentionMonths = countBetween(0, 240, 'A whole number of months from 0 to 240').meta({
  examples: [12],
});

/** Text with placeholders. An unknown one would be sent as it is. */
const templateText = (max: number, known: readonly string[]) =>
  text(max).superRefine((value, { addIssue }) => {
    const unknown = findUnknownPlaceholder(value, known);
    const names = known.map((name) => `{${name}}`);
    const message = `Nothing replaces ${unknown}: write ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
    if (unknown) addIssue({ code: 'custom', message });
  });

/** All settings of the office. Texts of single pages stay out of `site`, which every page carries. */
export const siteSettings = site.extend({
  privacy: legalPage,
  terms: legalPage,
  messageTemplates: cappedList(z.object({ title: lineText, text: templateText(1000, placeholders) }), 20),
  messages: z.object({
    smsTo: z.enum(smsAudiences),
    sms: z.object(mapSmsTexts(({ placeholders }) => templateText(smsLimits.template, placeholders))),
    /** Ends every SMS. Empty: the initials of the institute's name. */
    smsEnding: cleanText.max(smsLimits.ending, tooLong(smsLimits.ending)),
    /** Answers somebody who writes to the office by SMS. Empty: no answer. */
    smsReply: cleanText.max(smsLimits.template, tooLong(smsLimits.template)),
    /** Texts for applicants about their status. */
    statusTexts: z.object({
      new: lineText,
      reviewing: lineText,
      waiting: lineText,
      accepted: lineText,
      completed: lineText,
      rejected: lineText,
      withdrawn: lineText,
    } satisfies Record<RegistrationStatus, z.ZodType>),
    /** On Mondays owners get an email about the week before. */
    weekly: z.boolean().default(true),
  }),
  /** Data is erased after this many months; 0 keeps it. */
  retention: z.object({
    medicalMonths: retentionMonths,
    personMonths: retentionMonths,
    rejectedMonths: retentionMonths,
    messageMonths: retentionMonths,
  }),
  /** Without a signer no certificate is issued. */
  certificates: z.object({
    signerName: lineOrNone(certificateLimits.line),
    signerTitle: lineOrNone(certificateLimits.line),
    secondSignerName: lineOrNone(certificateLimits.line).default(''),
    secondSignerTitle: lineOrNone(certificateLimits.line).default(''),
    note: lineOrNone(certificateLimits.note),
  }),
  /** How fees are paid elsewhere than here. Statements show what is not empty. */
  fees: z.object({
    mtnCode: lineOrNone(60),
    airtelCode: lineOrNone(60),
    bankAccount: lineOrNone(200),
    /** Control lists payments by mobile money and bank that no statement has confirmed after this number of days. */
    confirmDays: countBetween(1, 90, 'A whole number of days from 1 to 90').default(14),
  }),
});
export type SiteSettings = z.output<typeof siteSettings>;

export const legalTexts = siteSettings
  .pick({ privacy: true, terms: true, retention: true })
  .extend({
    /** Identifies exactly these texts. A registration stores it with the consent. */
    version: z
      .string()
      .length(12)
      .meta({ examples: ['0123456789ab'] }),
  })
  .meta({ id: 'LegalTexts' });
export type LegalTexts = z.output<typeof legalTexts>;

export const siteRoutes = {
  get: {
    method: 'GET',
    path: '/site',
    responses: { 200: wrapData(shownSite) },
    summary: 'The texts and settings of the public site',
    description: 'Everything that the public pages say, except legal texts.',
    metadata: publicContent,
  },
  update: {
    method: 'PUT',
    path: '/site',
    headers: precondition,
    body: siteChanges.meta({
      id: 'SiteChanges',
      examples: [{ registrationSuccess: 'Thank you. We write to you within two days.' }],
    }),
    responses: { 200: wrapData(shownSite) },
    summary: 'Replace the given parts of the texts and settings',
    description:
      'Parts that are not sent stay as they are, and so do `smsCallingCodes`, `socialLinks`, `navigation`, `emptyPages` and `menuPages`. Only an owner who has just typed the password changes `newsletter`, `donations`, `departments`, `registrationSuccess`, of `pages` registration and donations, and of `institute` the name, emails, phones, `chatPhone` and the addresses of map, directions, document and PayPal; others get 403 with their paths. So does a new address of another site in `menu`, `socials`, `institute.logo` or a picture, and a phone, account, link or mailbox in a text that is not the institute’s: only owners write them.',
    metadata: requireScope('site:write'),
  },
  legal: {
    method: 'GET',
    path: '/site/legal',
    responses: { 200: wrapData(legalTexts) },
    summary: 'The privacy page, the terms, and how long data is kept',
    description: '`version` changes with every change of the texts.',
    metadata: publicContent,
  },
} as const;
