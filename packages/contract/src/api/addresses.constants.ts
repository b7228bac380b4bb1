import { bareCode } from '../words/reference.ts';

/** Papers are checked at addresses like these. */
export const checkPages = ['certificate', 'certificates', 'receipt', 'receipts'] as const;

/** First parts of addresses of the site. Where no page is below them, an old address may lead on. */
export const openFolders = [
  ...['about', 'alumni', 'coaches', 'contact', 'docs', 'documents', 'facilities', 'faq', 'gallery'],
  ...['news', 'p', 'programs', 'videos'],
] as const;

/** First parts of addresses at which, and below which, visitors find only what the product itself answers. */
export const closedFolders = [
  ...checkPages,
  ...['.well-known', 'admin', 'api', 'assets', 'dev', 'donations', 'failed-starts'],
  ...['favicon.ico', 'favicon.svg', 'fees', 'healthz', 'icons', 'images', 'light-mode', 'login'],
  ...['manifest.webmanifest', 'metrics', 'news.rss', 'newsletter', 'pattern', 'privacy', 'readyz'],
  ...['register', 'registration', 'registration-success', 'robots.txt', 's', 'sandbox', 'sitemap.xml'],
  ...['sw.js', 'terms', 'uploads'],
] as const;

const setOfBare = (names: readonly string[]) => new Set(names.map(bareCode));
const bareCheckPages = setOfBare(checkPages);
const bareClosedFolders = setOfBare(closedFolders);

/** Whether a part of an address reads as that of a page where papers are checked, however it is spelled. */
export const isLikeCheckPage = (part: string): boolean => bareCheckPages.has(bareCode(part));
export const isClosedFolder = (part: string): boolean => bareClosedFolders.has(bareCode(part));

export const likeCheckPage = 'Papers are checked at an address like this. Choose another one';
