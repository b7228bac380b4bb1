import { toBareCode } from '../../words/reference.ts';

/** Papers are checked at addresses like these. */
export const checkPages = ['certificate', 'certificates', 'receipt', 'receipts'] as const;

const openPages = [
  'about',
  'alumni',
  'coaches',
  'contact',
  'facilities',
  'faq',
  'gallery',
  'news',
  'programs',
  'videos',
] as const;

/** First parts of the site's addresses. Below them redirects are allowed where no page exists. */
export const openFolders = [...openPages, 'docs', 'documents', 'p'] as const;

/** First parts of addresses at which, and below which, visitors find only what the product itself answers. */
export const closedFolders = [
  ...checkPages,
  '.well-known',
  'admin',
  'api',
  'assets',
  'dev',
  'donations',
  'failed-starts',
  'favicon.ico',
  'favicon.svg',
  'fees',
  'healthz',
  'icons',
  'images',
  'login',
  'manifest.webmanifest',
  'metrics',
  'news.rss',
  'newsletter',
  'pattern',
  'privacy',
  'readyz',
  'register',
  'registration',
  'registration-success',
  'robots.txt',
  's',
  'sandbox',
  'sitemap.xml',
  'sw.js',
  'terms',
  'uploads',
  'view',
] as const;

const setOfBare = (names: readonly string[]) => new Set(names.map(toBareCode));
const bareCheckPages = setOfBare(checkPages);
const bareClosedFolders = setOfBare(closedFolders);
const bareOpenPages = setOfBare(openPages);

/** Whether a part of an address reads as that of a page where papers are checked, however it is spelled. */
export const isLikeCheckPage = (part: string): boolean => bareCheckPages.has(toBareCode(part));

const similarLetters: Readonly<Partial<Record<string, string>>> = { 1: 'I', L: 'I', 3: 'E', 4: 'A', 7: 'T' };
/** Whether a part of an address begins like that of a check page, as `certificates-3fr9` does, or `rece1pt-2027`. */
export function beginsLikeCheckPage(part: string): boolean {
  const bare = toBareCode(part).replace(/[1L347]/g, (sign) => similarLetters[sign] ?? sign);
  return [...bareCheckPages].some((name) => bare.startsWith(name));
}
/** True when a page of the site has this address of one part. */
export const isOpenPage = (part: string): boolean => bareOpenPages.has(toBareCode(part));
export const isClosedFolder = (part: string): boolean => bareClosedFolders.has(toBareCode(part));

/** Own pages take no such name, so that nobody takes them for a page of the site itself. */
export const isSiteAddress = (part: string): boolean => isClosedFolder(part) || isOpenPage(part);
export const siteAddressTakenMessage = 'The site itself has an address like this. Choose another one';
