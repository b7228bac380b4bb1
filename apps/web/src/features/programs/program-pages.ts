import { programCategories } from '@institute/contract/programs.constants';
import type { Api } from '../../api/api.ts';
import { filterOf, type ListChoice } from '../../ui/list-choice.ts';

/** The pages of programs that an address asks for. */
export const programPages =
  ({ programs }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    programs.list(filterOf(programCategories, choice), page);
