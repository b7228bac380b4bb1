import { postFilters } from '@institute/contract/posts.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../lists/list-choice.ts';

export const postPages =
  ({ posts }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    posts.list(filterOf(postFilters, choice), page);
