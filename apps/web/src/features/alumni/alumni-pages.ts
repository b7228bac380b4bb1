import { alumniCategories } from '@institute/contract/alumni.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../lists/list-choice.ts';

export const alumniPages =
  ({ alumni }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    alumni.list(filterOf(alumniCategories, choice), page);
