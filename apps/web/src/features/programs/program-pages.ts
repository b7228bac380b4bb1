import { programCategories } from '@institute/contract/programs.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../lists/list-choice.ts';

/** The programs query for the filter in the URL. */
export const programPages =
  ({ programs }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    programs.list(filterOf(programCategories, choice), page);
