import { shareImageSize } from '@institute/contract/programs.constants';
import { chooseNarrowImage, readImageSource } from '@institute/ui/image-source.ts';
import { stringifySearch } from '@institute/ui/routing.tsx';
import type { Api } from '../../api/api.ts';
import { countPagesShown, type MakePageOptions, startPages } from '../../api/load.ts';
import { type PageContext, readPageWords } from '../../api/site-data.ts';
import { type ListChoice, readListSearch, readPagesWanted } from '../../lists/list-choice.ts';

type GeneratedImage = { src: string; width: number; height: number };

type PageHead = {
  /** Without the institute's name. Undefined on the home page. */
  title?: string;
  /** Needed on the server only, where search engines read it. A page may leave it out of the browser's code. */
  description?: string | false;
  path: string;
  /** Used when it is a JPEG, PNG or WebP, or made for sharing. */
  image?: string | GeneratedImage | null;
  imageAlt?: string | null;
  type?: 'website' | 'article';
  publishedAt?: string;
  noindex?: boolean;
  links?: { rel: string; path: string }[];
  jsonLd?: object | false;
  list?: { title: string; path: string };
};

export const SHARED_IMAGE = { src: '/images/share.jpg', ...shareImageSize };
/** Large enough for a preview, and well below 300 kB. */
const SHARED_IMAGE_WIDTH = 640;
const DESCRIPTION_LENGTH = 300;
const rasterImagePath = /\.(?:jpe?g|png|webp)$/i;

/** Only the server adds data for search engines and previews, so that the first scripts stay small. */
export function makePageHead({ origin, queryClient, queries }: PageContext, page: PageHead) {
  const { title, noindex } = page;
  const institute = queryClient.getQueryData(queries.site.get().queryKey)?.institute.name;
  const fullTitle = [title, institute].filter(Boolean).join(' – ') || 'Home';
  const servedHead = import.meta.env.SSR && makeServedHead(page, { origin, fullTitle });
  return {
    meta: [
      { title: fullTitle },
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(servedHead ? servedHead.meta : []),
    ],
    ...(servedHead && { links: servedHead.links, scripts: servedHead.scripts }),
  };
}

function makeServedHead(page: PageHead, { origin, fullTitle }: { origin: string; fullTitle: string }) {
  const {
    path,
    description,
    image,
    imageAlt,
    type = 'website',
    publishedAt,
    links = [],
    jsonLd,
    list,
  } = page;
  const pageAddress = new URL(path, origin).href;
  const shortDescription = shortenDescription(description || '');
  const { src, width, height } = chooseSharedImage(image);
  const metaTags = [
    ...(shortDescription
      ? [
          { name: 'description', content: shortDescription },
          { property: 'og:description', content: shortDescription },
        ]
      : []),
    { property: 'og:title', content: fullTitle },
    { property: 'og:type', content: type },
    { property: 'og:url', content: pageAddress },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:image', content: new URL(src, origin).href },
    ...(width && height
      ? [
          { property: 'og:image:width', content: String(width) },
          { property: 'og:image:height', content: String(height) },
        ]
      : []),
    { property: 'og:image:alt', content: imageAlt || fullTitle },
    ...(publishedAt ? [{ property: 'article:published_time', content: publishedAt }] : []),
  ];
  return {
    meta: metaTags,
    links: [
      { rel: 'canonical', href: pageAddress },
      ...links.map(({ rel, path: to }) => ({ rel, href: new URL(to, origin).href })),
    ],
    scripts: [jsonLd, list && makeBreadcrumbList(origin, [list, { title: page.title ?? '', path }])]
      .filter((thing) => typeof thing === 'object')
      .map(writeStructuredData),
  };
}

function chooseSharedImage(image: PageHead['image']): { src: string; width?: number; height?: number } {
  if (typeof image === 'object' && image) return image;
  if (!image || !rasterImagePath.test(image)) return SHARED_IMAGE;
  const { width, height } = readImageSource(image);
  const narrowWidth = Math.min(width ?? 0, SHARED_IMAGE_WIDTH);
  const imagePath = chooseNarrowImage(image, SHARED_IMAGE_WIDTH);
  return width && height
    ? { src: imagePath, width: narrowWidth, height: Math.round((height * narrowWidth) / width) }
    : { src: imagePath };
}

const writeStructuredData = (thing: object) => ({
  type: 'application/ld+json',
  // No text may close the script element
  children: JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c'),
});

function shortenDescription(text: string): string {
  const descriptionOnOneLine = text.replace(/\s+/g, ' ').trim();
  if (descriptionOnOneLine.length <= DESCRIPTION_LENGTH) return descriptionOnOneLine;
  return `${descriptionOnOneLine.slice(0, descriptionOnOneLine.lastIndexOf(' ', DESCRIPTION_LENGTH))}…`;
}

const makeBreadcrumbList = (origin: string, pages: { title: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ title: 'Home', path: '/' }, ...pages].map(({ title, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: title,
    item: new URL(path, origin).href,
  })),
});

type PageWords = { path: string; title: string; description?: string };
type PageName = Parameters<typeof readPageWords>[1];
const resolvePageWords = (context: PageContext, page: PageName | PageWords): PageWords =>
  typeof page === 'string' ? readPageWords(context, page) : page;
type ItemArgs<T> = HeadArgs & { loaderData?: T | undefined; params: { id: string } };

/** The head of an item of a list. `missing` is the title while there is no such item. */
export const makeItemHead =
  <T>(
    page: PageName | PageWords,
    missing: string,
    describe: (item: T, context: PageContext) => Omit<PageHead, 'path'>,
  ) =>
  ({ match: { context }, loaderData: item, params: { id } }: ItemArgs<T>) => {
    const listWords = resolvePageWords(context, page);
    return makePageHead(context, {
      ...(item
        ? { ...describe(item, context), list: listWords }
        : { ...listWords, title: missing, noindex: true }),
      path: `${listWords.path}/${id}`,
    });
  };

type ListArgs = { context: PageContext; deps: ListChoice };
type MatchedListRoute = { match: { context: PageContext; search: ListChoice } };

/** The loader and the head of a list. Each page of it is its own document, with links to its neighbours. */
export const makeListRoute = <T>(
  page: PageName | PageWords,
  pagesOf: (queries: Api['queries'], choice: ListChoice) => MakePageOptions<T>,
) => ({
  validateSearch: readListSearch,
  loaderDeps: ({ search }: { search: ListChoice }) => search,
  loader: ({ context: { queryClient, queries }, deps }: ListArgs) =>
    startPages(queryClient, pagesOf(queries, deps), readPagesWanted(deps)),
  head: ({ match: { context, search } }: MatchedListRoute) => {
    const firstPage = context.queryClient.getQueryData(pagesOf(context.queries, search)(1).queryKey);
    return makePageHead(
      context,
      makeListHead(resolvePageWords(context, page), search, firstPage?.meta.total),
    );
  },
});

function makeListHead(words: PageWords, choice: ListChoice, total = 0): PageHead {
  const lastShownPageNumber = countPagesShown(readPagesWanted(choice), total);
  const isListNarrowed = [choice.category, choice.q, choice.sort].some((chosen) => chosen !== undefined);
  const makePageAddress = (number: number, filter: ListChoice = {}) =>
    words.path + stringifySearch({ ...filter, page: number > 1 ? number : undefined });
  const makeNeighbourLink = (rel: 'next' | 'prev', number: number) => ({
    rel,
    path: makePageAddress(number, choice),
  });
  const isLaterPageOfWholeList = lastShownPageNumber > 1 && !isListNarrowed;
  const pageTitle = isLaterPageOfWholeList ? `${words.title}, page ${lastShownPageNumber}` : words.title;
  if (!import.meta.env.SSR) return { path: words.path, title: pageTitle };
  const previousLinks = lastShownPageNumber > 1 ? [makeNeighbourLink('prev', lastShownPageNumber - 1)] : [];
  const nextLinks =
    countPagesShown(lastShownPageNumber + 1, total) > lastShownPageNumber
      ? [makeNeighbourLink('next', lastShownPageNumber + 1)]
      : [];
  return {
    ...words,
    title: pageTitle,
    path: isLaterPageOfWholeList ? makePageAddress(lastShownPageNumber) : words.path,
    links: [...previousLinks, ...nextLinks],
  };
}

type HeadArgs = { match: { context: PageContext } };

export const makeSiteHead =
  (page: PageName, own: (context: PageContext) => Partial<PageHead> = () => ({})) =>
  ({ match: { context } }: HeadArgs) =>
    makePageHead(context, { ...readPageWords(context, page), ...own(context) });

/**
 * Makes the options of a page that nobody may cache or index, because it is personal and its URL may be
 * secret.
 */
export const makePersonalPageOptions = (path: string, title: string, description: string | false) => ({
  headers: () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }),
  head: ({ match: { context } }: HeadArgs) =>
    makePageHead(context, { path, title, description, noindex: true }),
});
