import { ownPagesFolder } from './pages.constants.ts';

export const faqCategories = ['Programs & Training', 'Registration & Fees', 'Facilities'] as const;

/** Pages that the menu has, in the order of the header. The alumni are only in the drawer. */
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
/** Other pages that the office can put into the menu, with a name of its own. */
export const pagesOutsideDefaultMenu = [
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
/** True for a list of posts in one category, such as `/news?category=events`. */
export const isPostListEntry = (entry: string): boolean => entry.startsWith('/news?');
/** True for a page whose name the menu knows. Every other entry needs a name of its own. */
export const isNamedPage = (entry: string): boolean =>
  Object.hasOwn(menuLabels, entry) || entry.startsWith(`${ownPagesFolder}/`);
/** Most letters in the name of an entry. */
export const MENU_LABEL_LENGTH = 60;
export const defaultMenu = menuPaths.map((entry) => ({ entry, hidden: false }));

/**
 * Settings that only owners may change, after typing their password again. The keys say what the settings decide.
 * Each setting that tells people where to pay or whom to call belongs here. `institute.name` signs every email. The
 * addresses of the map and the document may be shown in a frame.
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

/** Address of the translator's copy of a page, for pages without scripts. The visitor chooses the language there. */
export const makeTranslatedCopyUrl = (page: string): string =>
  `https://translate.google.com/translate?sl=${pageLanguage}&tl=lg&u=${encodeURIComponent(page)}`;
export const translatorScript = 'https://translate.google.com/translate_a/element.js';

export const pageLanguage = 'en';

/** Name of the translator's own cookie. Its value is such as `/en/lg`. */
export const translatorCookie = 'googtrans';

/** Attribute of a page whose content policy allows the translator. */
export const translatorAttribute = 'data-translator';

export function readChosenLanguage(cookies: string): string {
  const translatorCookieText = cookies.split('; ').find((each) => each.startsWith(`${translatorCookie}=/`));
  return translatorCookieText?.split('/')[2] || pageLanguage;
}

/** Which applicants get SMS: nobody, those without an email address, or everybody. */
export const smsAudiences = ['never', 'withoutEmail', 'always'] as const;
export type SmsAudience = (typeof smsAudiences)[number];

/** Name of our only Trusted Types policy, with which the admin area turns text into HTML. */
export const trustedTypesPolicy = 'institute';
