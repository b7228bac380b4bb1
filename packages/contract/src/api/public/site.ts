import * as z from 'zod';
import { yearDigitsMessage } from '../../fields/day-bounds.ts';
import { fieldLimits, missingFault, phoneFault } from '../../fields/fields.constants.ts';
import {
  cleanText,
  email,
  imageAlt,
  oneLineText,
  optionalLineText,
  phone,
  text,
  tooLongMessage,
  url,
} from '../../fields/fields.ts';
import { defaultColors, patternStyles } from '../../words/look.ts';
import { examplePhone, place } from '../../words/place.ts';
import { smsLimits } from '../../words/sms-template.ts';
import { mapSmsTexts } from '../../words/sms-texts.constants.ts';
import { socialIcons } from '../../words/social.ts';
import { findUnknownPlaceholder, placeholders } from '../../words/text.ts';
import { ifMatchHeaders, publicContent, requireScope, wrapData } from '../calls.ts';
import { type AlumniWord, alumniWords, mapAlumniWords } from './alumni-words.constants.ts';
import { certificateLimits } from './certificates.constants.ts';
import { postFilters } from './posts.constants.ts';
import type { RegistrationStatus } from './registrations.constants.ts';
import { faqCategories, isNamedPage, MENU_LABEL_LENGTH, smsAudiences } from './site.constants.ts';

const lineText = oneLineText(300).meta({ examples: ['Learn a trade'] });
const paragraph = text(5000).meta({ examples: ['What we teach, and how.'] });
/** A text that the office may leave empty. It is then not shown. */
const optionalLine = optionalLineText(300).meta({ examples: [`${place.city}, ${place.countryName}`] });
const optionalText = cleanText
  .max(5000, tooLongMessage(5000))
  .meta({ examples: ['What we teach, and how.'] });
const nameText = lineText.meta({ examples: ['Ann Example'] });
const imageField = url.meta({ examples: ['/images/one.jpg'] });
const mailbox = email.meta({ examples: ['office@example.org'] });
const dialledPhone = phone.meta({ examples: [examplePhone] });
const optionalUrl = z.union(
  [z.literal(''), url],
  'A web address (https://…) or a path that starts with /, or nothing',
);
const wholeNumberBetween = (min: number, max: number, message: string) =>
  z.int(message).min(min, message).max(max, message);
const yearField = wholeNumberBetween(1900, 2200, yearDigitsMessage).meta({ examples: [2017] });
const countField = wholeNumberBetween(0, 10_000_000, 'A whole number from 0').meta({ examples: [500] });
const entryKey = z
  .string()
  .regex(/^[\w-]{1,60}$/, '1 to 60 letters, digits, - or _')
  .meta({ examples: ['one'] });
const colourField = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'A colour like #0f5a43')
  .meta({ examples: ['#0f5a43'] });
const isRegistrationOpen = z
  .boolean()
  .meta({ description: 'False: visitors find no page, link or form of it. Left out: it stays as it is.' });
/** The default word is used when this is empty. */
const alumniWordField = (word: AlumniWord) =>
  optionalLineText(60)
    .default('')
    .meta({ examples: [alumniWords[word]] });
const titleAndText = z.object({ title: lineText, text: paragraph });
const cappedList = <T extends z.ZodType>(schema: T, max = 50) => z.array(schema).max(max);
const pageIntro = z.object({ title: lineText, intro: optionalText });
const altText = imageAlt.transform((alt) => alt ?? null).meta({ examples: ['A sewing room'] });

export const slide = z.object({
  id: entryKey,
  image: imageField,
  imageAlt: altText,
  title: lineText,
  subtitle: paragraph,
});
export const partner = z.object({ id: entryKey, name: nameText, logo: imageField, description: paragraph });
export const testimonial = z.object({
  name: nameText,
  role: lineText,
  image: imageField,
  content: paragraph,
  graduationYear: yearField,
  currentTeam: lineText,
});

const postListRegExp = String.raw`/news\?category=(?:${postFilters.join('|')})`;
const innerAddress = z
  .string()
  .overwrite((path) => path.trim().replace(/(?<=[^/])\/+$/, ''))
  .regex(new RegExp(String.raw`^(?:/(?![/\\])[^\s?#\\]*|${postListRegExp})$`))
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
    label: optionalLineText(MENU_LABEL_LENGTH)
      .optional()
      .meta({
        description:
          'The name of a link. Pages of the menu, and own pages with `inMenu`, have their own without it.',
        examples: ['Results'],
      }),
    /** True when this entry is below the previous entry of the first level. */
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
    /** When empty, the mark of the product is shown. */
    logo: optionalUrl.default(''),
    icon: optionalUrl
      .default('')
      .meta({ description: 'A square picture that was uploaded to this site. Empty: made of the logo.' }),
    /** True to show the logo alone, because it contains the name. */
    logoHasName: z.boolean().default(false),
    colors: z.object({ main: colourField, accent: colourField }).default(defaultColors),
    pattern: z.enum(patternStyles).default('shapes'),
    blurb: optionalText,
    /** 0 when the year is not known. */
    foundedYear: wholeNumberBetween(0, 2200, yearDigitsMessage)
      .refine((value) => value === 0 || value >= 1900, yearDigitsMessage)
      .meta({ examples: [2017] }),
    address: optionalLine,
    phones: cappedList(dialledPhone, 5),
    emails: cappedList(mailbox, 5),
    /** When empty, there is no link to a chat. */
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
    core: cappedList(z.object({ title: lineText, text: paragraph, image: imageField })),
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
      /** When empty, the name follows from the address. */
      network: optionalLine.default('').meta({ examples: ['Facebook'] }),
      url: url.meta({
        description: 'A new one starts with https://.',
        examples: ['https://social.example/institute'],
      }),
    }),
    8,
  ),
  newsletter: z.object({
    isOpen: isRegistrationOpen,
    intro: optionalText.meta({ examples: ['News of the institute by email.'] }),
  }),
  donations: z.object({
    isOpen: isRegistrationOpen,
    bankText: optionalText,
    paypalText: optionalText,
    cardText: optionalText,
    /** Code of the mobile money account. When empty, there is none. */
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

/** Input of a change. A client of an earlier version does not send the switches, and must not switch anything on. */
export const siteChanges = site
  .extend({
    newsletter: site.shape.newsletter.partial({ isOpen: true }),
    donations: site.shape.donations.partial({ isOpen: true }),
  })
  .partial();

export const shownSite = site
  .extend({
    /** Pages promise an SMS only to numbers with one of these codes. */
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
const retentionMonths = wholeNumberBetween(0, 240, 'A whole number of months from 0 to 240').meta({
  examples: [12],
});

/** A text with placeholders. Unknown ones are refused, because they would be sent as they are. */
const templateText = (max: number, known: readonly string[]) =>
  text(max).superRefine((value, { addIssue }) => {
    const unknownPlaceholder = findUnknownPlaceholder(value, known);
    const names = known.map((name) => `{${name}}`);
    const message = `Nothing replaces ${unknownPlaceholder}: write ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
    if (unknownPlaceholder) addIssue({ code: 'custom', message });
  });

/** All settings of the office. `site` leaves out the texts of single pages, because every page carries it. */
export const siteSettings = site.extend({
  privacy: legalPage,
  terms: legalPage,
  messageTemplates: cappedList(z.object({ title: lineText, text: templateText(1000, placeholders) }), 20),
  messages: z.object({
    smsTo: z.enum(smsAudiences),
    sms: z.object(mapSmsTexts(({ placeholders }) => templateText(smsLimits.template, placeholders))),
    /** Ends every SMS. When empty, the initials of the institute's name do. */
    smsEnding: cleanText.max(smsLimits.ending, tooLongMessage(smsLimits.ending)),
    /** Answer to somebody who writes an SMS to the office. When empty, no answer is sent. */
    smsReply: cleanText.max(smsLimits.template, tooLongMessage(smsLimits.template)),
    /** Texts that tell applicants their status. */
    statusTexts: z.object({
      new: lineText,
      reviewing: lineText,
      waiting: lineText,
      accepted: lineText,
      completed: lineText,
      rejected: lineText,
      withdrawn: lineText,
    } satisfies Record<RegistrationStatus, z.ZodType>),
    /** True to send owners an email about the past week on Mondays. */
    weekly: z.boolean().default(true),
  }),
  /** Number of months after which data is erased. 0 means never. */
  retention: z.object({
    medicalMonths: retentionMonths,
    personMonths: retentionMonths,
    rejectedMonths: retentionMonths,
    messageMonths: retentionMonths,
  }),
  /** Without a signer no certificate can be issued. */
  certificates: z.object({
    signerName: optionalLineText(certificateLimits.line),
    signerTitle: optionalLineText(certificateLimits.line),
    secondSignerName: optionalLineText(certificateLimits.line).default(''),
    secondSignerTitle: optionalLineText(certificateLimits.line).default(''),
    note: optionalLineText(certificateLimits.note),
  }),
  /** Ways to pay fees outside of this site. Statements show those that are not empty. */
  fees: z.object({
    mtnCode: optionalLineText(60),
    airtelCode: optionalLineText(60),
    bankAccount: optionalLineText(200),
    /**
     * After this number of days, a payment by mobile money or bank that no statement has confirmed is listed under
     * Control.
     */
    confirmDays: wholeNumberBetween(1, 90, 'A whole number of days from 1 to 90').default(14),
  }),
});
export type SiteSettings = z.output<typeof siteSettings>;

export const legalTexts = siteSettings
  .pick({ privacy: true, terms: true, retention: true })
  .extend({
    /** Identifies exactly these texts. A registration stores this version with the consent. */
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
    headers: ifMatchHeaders,
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
