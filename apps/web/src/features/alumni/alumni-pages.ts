import { alumniCategories } from '@institute/contract/alumni.constants';
import type { Api } from '../../api/api.ts';
import { type ListChoice, toFilter } from '../../lists/list-choice.ts';

export const alumniPages =
  ({ alumni }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    alumni.list(toFilter(alumniCategories, choice), page);
