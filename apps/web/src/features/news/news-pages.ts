import { newsFilters } from '@institute/contract/posts.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../ui/list-choice.ts';

/** The pages of articles that an address asks for. */
export const newsPages =
  ({ posts }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    posts.list(filterOf(newsFilters, choice), page);
