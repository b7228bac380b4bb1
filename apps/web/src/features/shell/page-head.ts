import { shareSize } from '@institute/contract/programs.constants';
import { chooseNarrowImage, readImageSource } from '@institute/ui/image-source.ts';
import { stringifySearch } from '@institute/ui/routing.tsx';
import type { Api } from '../../api/api.ts';
import { countPagesShown, type PageOf, startPages } from '../../api/load.ts';
import { type PageContext, readPageWords } from '../../api/site-data.ts';
import { type ListChoice, listSearch, readPagesWanted } from '../../lists/list-choice.ts';

type MadeImage = { src: string; width: number; height: number };

type PageHead = {
  /** Without the institute's name. Undefined on the home page. */
  title?: string;
  /** Needed on the server only, where search engines read it. A page may leave it out of the browser's code. */
  description?: string | false;
  path: string;
  /** Used when it is a JPEG, PNG or WebP, or made for sharing. */
  image?: string | MadeImage | null;
  imageAlt?: string | null;
  type?: 'website' | 'article';
  publishedAt?: string;
  noindex?: boolean;
  links?: { rel: string; path: string }[];
  jsonLd?: object | false;
  list?: { title: string; path: string };
};

export const SHARED_IMAGE = { src: '/images/share.jpg', ...shareSize };
/** Large enough for a preview, and well below 300 kB. */
const SHARED_WIDTH = 640;
const DESCRIPTION_LENGTH = 300;
const rasterImage = /\.(?:jpe?g|png|webp)$/i;

/** Only the server adds data for search engines and previews, so that the first scripts stay small. */
export function makePageHead({ origin, queryClient, queries }: PageContext, page: PageHead) {
  const { title, noindex } = page;
  const institute = queryClient.getQueryData(queries.site.get().queryKey)?.institute.name;
  const fullTitle = [title, institute].filter(Boolean).join(' – ') || 'Home';
  const served = import.meta.env.SSR && makeServedHead(page, { origin, fullTitle });
  return {
    meta: [
      { title: fullTitle },
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(served ? served.meta : []),
    ],
    ...(served && { links: served.links, scripts: served.scripts }),
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
  const summary = shortenDescription(description || '');
  const { src, width, height } = chooseSharedImage(image);
  const meta = [
    ...(summary
      ? [
          { name: 'description', content: summary },
          { property: 'og:description', content: summary },
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
    meta,
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
  if (!image || !rasterImage.test(image)) return SHARED_IMAGE;
  const { width, height } = readImageSource(image);
  const narrow = Math.min(width ?? 0, SHARED_WIDTH);
  const src = chooseNarrowImage(image, SHARED_WIDTH);
  return width && height ? { src, width: narrow, height: Math.round((height * narrow) / width) } : { src };
}

const writeStructuredData = (thing: object) => ({
  type: 'application/ld+json',
  // No text may close the script element
  children: JSON.stringify({ '@context': 'https://schema.org', ...thing }).replaceAll('<', '\\u003c'),
});

function shortenDescription(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  return `${line.slice(0, line.lastIndexOf(' ', DESCRIPTION_LENGTH))}…`;
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

type Words = { path: string; title: string; description?: string };
type PageName = Parameters<typeof readPageWords>[1];
const readWords = (context: PageContext, page: PageName | Words): Words =>
  typeof page === 'string' ? readPageWords(context, page) : page;
type ItemArgs<T> = HeadArgs & { loaderData?: T | undefined; params: { id: string } };

/** The head of an item of a list. `missing` is the title while there is no such item. */
export const makeItemHead =
  <T>(
    page: PageName | Words,
    missing: string,
    describe: (item: T, context: PageContext) => Omit<PageHead, 'path'>,
  ) =>
  ({ match: { context }, loaderData: item, params: { id } }: ItemArgs<T>) => {
    const list = readWords(context, page);
    return makePageHead(context, {
      ...(item ? { ...describe(item, context), list } : { ...list, title: missing, noindex: true }),
      path: `${list.path}/${id}`,
    });
  };

type ListArgs = { context: PageContext; deps: ListChoice };
type MatchedRoute = { match: { context: PageContext; search: ListChoice } };

/** The loader and the head of a list. Each page of it is its own document, with links to its neighbours. */
export const makeListRoute = <T>(
  page: PageName | Words,
  pagesOf: (queries: Api['queries'], choice: ListChoice) => PageOf<T>,
) => ({
  validateSearch: listSearch,
  loaderDeps: ({ search }: { search: ListChoice }) => search,
  loader: ({ context: { queryClient, queries }, deps }: ListArgs) =>
    startPages(queryClient, pagesOf(queries, deps), readPagesWanted(deps)),
  head: ({ match: { context, search } }: MatchedRoute) => {
    const first = context.queryClient.getQueryData(pagesOf(context.queries, search)(1).queryKey);
    return makePageHead(context, listHead(readWords(context, page), search, first?.meta.total));
  },
});

function listHead(words: Words, choice: ListChoice, total = 0): PageHead {
  const page = countPagesShown(readPagesWanted(choice), total);
  const isNarrowed = [choice.category, choice.q, choice.sort].some((chosen) => chosen !== undefined);
  const makePageAddress = (number: number, filter: ListChoice = {}) =>
    words.path + stringifySearch({ ...filter, page: number > 1 ? number : undefined });
  const makeNeighbourLink = (rel: 'next' | 'prev', number: number) => ({
    rel,
    path: makePageAddress(number, choice),
  });
  const isOwn = page > 1 && !isNarrowed;
  const title = isOwn ? `${words.title}, page ${page}` : words.title;
  if (!import.meta.env.SSR) return { path: words.path, title };
  const previous = page > 1 ? [makeNeighbourLink('prev', page - 1)] : [];
  const next = countPagesShown(page + 1, total) > page ? [makeNeighbourLink('next', page + 1)] : [];
  return {
    ...words,
    title,
    path: isOwn ? makePageAddress(page) : words.path,
    links: [...previous, ...next],
  };
}

type HeadArgs = { match: { context: PageContext } };

export const makeSiteHead =
  (page: PageName, own: (context: PageContext) => Partial<PageHead> = () => ({})) =>
  ({ match: { context } }: HeadArgs) =>
    makePageHead(context, { ...readPageWords(context, page), ...own(context) });

/** Nobody keeps or lists a personal page, and its URL may be secret. */
export const makePersonalPage = (path: string, title: string, description: string | false) => ({
  headers: () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }),
  head: ({ match: { context } }: HeadArgs) =>
    makePageHead(context, { path, title, description, noindex: true }),
});
