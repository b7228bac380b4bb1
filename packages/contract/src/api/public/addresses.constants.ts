import { toBareCode } from '../../words/reference.ts';

/** First parts of the addresses at which visitors check papers. */
export const checkPageNames = ['certificate', 'certificates', 'receipt', 'receipts'] as const;

const openPagePaths = [
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

/** First parts of the site's addresses. Below them a redirect is allowed where no page exists. */
export const openFolders = [...openPagePaths, 'docs', 'documents', 'p'] as const;

/** First parts of addresses that only the product itself answers, with all addresses below them. */
export const closedFolders = [
  ...checkPageNames,
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

const makeBareCodeSet = (names: readonly string[]) => new Set(names.map(toBareCode));
const bareCheckPages = makeBareCodeSet(checkPageNames);
const bareClosedFolders = makeBareCodeSet(closedFolders);
const bareOpenPages = makeBareCodeSet(openPagePaths);

/** True for a part of an address that reads like that of a check page, however it is spelled. */
export const isSpeltLikeCheckPage = (part: string): boolean => bareCheckPages.has(toBareCode(part));

const letterBySimilarSign: Readonly<Partial<Record<string, string>>> = {
  1: 'I',
  L: 'I',
  3: 'E',
  4: 'A',
  7: 'T',
};
/**
 * True for a part of an address that begins like that of a check page, such as `certificates-3fr9` or `rece1pt-2027`.
 */
export function beginsLikeCheckPage(part: string): boolean {
  const bareCodeOfPart = toBareCode(part).replace(/[1L347]/g, (sign) => letterBySimilarSign[sign] ?? sign);
  return [...bareCheckPages].some((name) => bareCodeOfPart.startsWith(name));
}
/** True when the site has a page at the address with this single part. */
export const isOpenPage = (part: string): boolean => bareOpenPages.has(toBareCode(part));
export const isClosedFolder = (part: string): boolean => bareClosedFolders.has(toBareCode(part));

/**
 * True for a name that the office may not give to a page of its own, because visitors would take that page for a
 * built-in page of the site.
 */
export const isSiteAddress = (part: string): boolean => isClosedFolder(part) || isOpenPage(part);
export const siteAddressTakenMessage = 'The site itself has an address like this. Choose another one';
