import { newsFilters } from '@institute/contract/posts.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../ui/list-choice.ts';

/** The articles query for the filter in the URL. */
export const newsPages =
  ({ posts }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    posts.list(filterOf(newsFilters, choice), page);
