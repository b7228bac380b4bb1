import { stringifySearch } from '@institute/ui/search-params.ts';
import { pagesShown } from '../../api/pages.ts';
import { type ListChoice, pagesWanted } from '../../lists/list-choice.ts';
import { type PageContext, pageHead } from './page-head.ts';

type List = {
  words: { title: string; description: string };
  path: string;
  choice: ListChoice;
  total: number | undefined;
};

/** Each page of a list is its own document, with links to its neighbours. */
export function listHead(context: PageContext, { words, path, choice, total = 0 }: List) {
  const page = pagesShown(pagesWanted(choice), total);
  const isNarrowed = choice.category !== undefined || choice.q !== undefined;
  const address = (number: number, filter: ListChoice = {}) =>
    path + stringifySearch({ ...filter, page: number > 1 ? number : undefined });
  const neighbour = (rel: 'next' | 'prev', number: number) => ({ rel, path: address(number, choice) });
  const isOwn = page > 1 && !isNarrowed;
  return pageHead(context, {
    ...words,
    title: isOwn ? `${words.title}, page ${page}` : words.title,
    path: isOwn ? address(page) : path,
    links: import.meta.env.SSR
      ? [
          ...(page > 1 ? [neighbour('prev', page - 1)] : []),
          ...(pagesShown(page + 1, total) > page ? [neighbour('next', page + 1)] : []),
        ]
      : [],
  });
}
