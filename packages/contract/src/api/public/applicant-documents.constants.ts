import { heicConversionHint } from './uploads.constants.ts';

/** `missing`: nothing was given. `sent`: given, and nobody of the office has looked at it. */
export const documentStates = ['missing', 'sent', 'accepted', 'refused'] as const;
export type DocumentState = (typeof documentStates)[number];

/** What the office can look for among registrations. */
export const documentFilters = ['missing', 'toLookAt', 'refused'] as const;
export type DocumentFilter = (typeof documentFilters)[number];

export const refusalReasons = ['blurred', 'wrongPaper', 'pageMissing', 'nameDiffers', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** As the applicant reads it. For `other` the office writes its own words. */
export const refusalReasonTexts: Record<RefusalReason, string> = {
  blurred: 'The photo is blurred',
  wrongPaper: 'This is another paper than the one we asked for',
  pageMissing: 'A page is missing',
  nameDiffers: 'The name differs from the one in your application',
  other: 'Please send it again',
};

/** A page as it is stored: a picture, encoded anew, or a PDF as it was sent. */
export const pageFormats = ['jpeg', 'pdf'] as const;
export type PageFormat = (typeof pageFormats)[number];

const bytesPerMegabyte = 1024 * 1024;

/**
 * `pageBytes` limits a photo as it was sent, `shrunkBytes` what a phone makes of it, `edge` its longest edge in pixels.
 * `askedAgain` and `counted`: registrations in one call of the office. `keptDays`: pages are erased so many days after
 * the start, or after the refusal.
 */
export const documentLimits = {
  pages: 10,
  pageBytes: 10 * bytesPerMegabyte,
  pdfBytes: 5 * bytesPerMegabyte,
  personBytes: 60 * bytesPerMegabyte,
  edge: 1600,
  shrunkBytes: 300_000,
  answer: 1000,
  words: 500,
  askedAgain: 500,
  counted: 100,
  ticketMinutes: 30,
  keptDays: 90,
} as const;

export const documentsPath = '/registration/documents';

const unreadablePhotoMessage = "This photo's format cannot be read. Take it as JPEG, or send a screenshot.";

export const documentFaults = {
  unreadable: unreadablePhotoMessage,
  heic: `${unreadablePhotoMessage} ${heicConversionHint}`,
  tooManyPages: `At most ${documentLimits.pages} pages`,
  largePdf: 'This PDF is larger than 5 MB: photograph its pages instead',
  largePhoto: 'This photo is larger than 10 MB: take it with a smaller size, or send a screenshot',
  empty: 'This file is empty',
  ended: 'This link has ended. Type your reference again.',
} as const;

/** Only the server finds these. Apart from the others, because the applicant's page carries those. */
export const serverDocumentFaults = {
  manyPixels: 'This photo has more than 50 megapixels: take it with a smaller size, or send a screenshot',
  lockedPdf: 'This PDF has a password: photograph its pages instead',
  activePdf: 'This PDF holds scripts or other files: photograph its pages instead',
  brokenPdf: 'This PDF is damaged: photograph its pages instead',
  otherBytes: 'The page did not arrive whole. Send it again.',
  largePerson: 'Your documents are larger than 60 MB together. Remove a page first.',
  noRoom:
    'There is no room for more documents right now. Bring the paper to the office, or try again tomorrow.',
  notAsked: 'This is not asked for any more',
  noDocument: 'This is a question, not a document',
  noQuestion: 'This is a document, not a question',
  otherPages: 'The pages have changed meanwhile. Look at them again.',
  newerPages: 'Something new has arrived. Look at it first.',
} as const;

/** "The connection broke after page 2 of 4. Pages 1 and 2 are safe." */
export function describeConnectionBreak(arrived: number, all: number): string {
  if (arrived === 0) return `The connection broke before page 1 of ${all} arrived.`;
  const arrivedPageNumbers = Array.from({ length: arrived }, (_, at) => String(at + 1));
  const [last] = arrivedPageNumbers.slice(-1);
  const safePagesText =
    arrived === 1 ? 'Page 1 is' : `Pages ${arrivedPageNumbers.slice(0, -1).join(', ')} and ${last} are`;
  return `The connection broke after page ${arrived} of ${all}. ${safePagesText} safe.`;
}

/** "3 things are missing". Empty when nothing is. */
export const describeMissingCount = (missing: number): string =>
  missing === 0 ? '' : missing === 1 ? '1 thing is missing' : `${missing} things are missing`;
