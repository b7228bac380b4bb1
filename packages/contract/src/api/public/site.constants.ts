import { pageFolder } from './pages.constants.ts';

export const faqCategories = ['Programs & Training', 'Registration & Fees', 'Facilities'] as const;

/** The pages of the menu in the header's order. The alumni are in the drawer only. */
export const menuLabels = {
  '/': 'Home',
  '/about': 'About',
  '/programs': 'Programs',
  '/registration': 'Registration',
  '/coaches': 'Trainers',
  '/facilities': 'Facilities',
  '/news': 'News',
  '/gallery': 'Gallery',
  '/contact': 'Contact',
  '/faq': 'FAQ',
  '/videos': 'Videos',
  '/alumni': 'Alumni',
} as const;
export type MenuPath = keyof typeof menuLabels;
/** Further pages of the site. In the menu they have the names that the office gives them. */
export const otherPages = [
  '/certificates',
  '/donations',
  '/fees',
  '/newsletter',
  '/privacy',
  '/receipts',
  '/register',
  '/registration/documents',
  '/registration/status',
  '/terms',
] as const;
export const menuPaths = Object.keys(menuLabels) as MenuPath[];
/** `/news?category=events`. */
export const isPostList = (entry: string): boolean => entry.startsWith('/news?');
/** Pages whose names the menu knows. All other entries need one of their own. */
export const isNamedPage = (entry: string): boolean =>
  Object.hasOwn(menuLabels, entry) || entry.startsWith(`${pageFolder}/`);
/** Most letters in the name of an entry. */
export const MENU_LABEL_LENGTH = 60;
export const wholeMenu = menuPaths.map((entry) => ({ entry, hidden: false }));

/**
 * Only owners change these settings, after typing their password again. Keys say what the settings decide. Whatever
 * tells people where to pay or whom to call belongs here. `institute.name` signs every email. The addresses of the map
 * and the document may be shown in a frame.
 */
export const ownerSettings = {
  'where messages go': ['institute.emails'],
  'who messages come from': ['institute.name'],
  'where money goes': ['donations', 'fees', 'institute.paypalUrl'],
  'whom people call': ['institute.phones', 'institute.chatPhone', 'departments'],
  'what applicants are told': [
    'messages.sms',
    'messages.smsEnding',
    'messages.smsReply',
    'messages.statusTexts',
    'messageTemplates',
    'registrationSuccess',
  ],
  'whom the SMS reach': ['messages.smsTo'],
  'where visitors are sent': ['institute.mapUrl', 'institute.directionsUrl', 'institute.aboutDocumentUrl'],
  'what is promised': ['newsletter', 'pages.registration', 'pages.donations'],
  'the legal texts': ['privacy', 'terms'],
  'what is erased': ['retention'],
  'who signs certificates': ['certificates'],
  'what owners are told': ['messages.weekly'],
} as const;

/** The translator's own copy of a page, where the visitor chooses a language. For pages without scripts. */
export const makeTranslatedCopyUrl = (page: string): string =>
  `https://translate.google.com/translate?sl=${pageLanguage}&tl=lg&u=${encodeURIComponent(page)}`;
export const translatorScript = 'https://translate.google.com/translate_a/element.js';

export const pageLanguage = 'en';

/** The translator's own cookie, such as `/en/lg`. */
export const translatorCookie = 'googtrans';

/** Attribute of a page whose content policy admits the translator. */
export const translatorMark = 'data-translator';

export function readChosenLanguage(cookies: string): string {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${translatorCookie}=/`));
  return pair?.split('/')[2] || pageLanguage;
}

/** Applicants who get an SMS: nobody, those without an email address, or everybody. */
export const smsAudiences = ['never', 'withoutEmail', 'always'] as const;
export type SmsAudience = (typeof smsAudiences)[number];

/** Our only Trusted Types policy. The admin area turns text into HTML with it. */
export const trustedTypesPolicy = 'institute';
