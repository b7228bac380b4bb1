import { postFilters } from '@institute/contract/posts.constants';
import type { Api } from '../../api/api.ts';
import { type ListChoice, toFilter } from '../../lists/list-choice.ts';

export const postPages =
  ({ posts }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    posts.list(toFilter(postFilters, choice), page);
