import { type ProgramOrder, programCategories, programOrders } from '@institute/contract/programs.constants';
import type { Api } from '../../api/api.ts';
import { chosenOrder, type ListChoice, toFilter } from '../../lists/list-choice.ts';

export const programPages =
  ({ programs }: Api['queries'], choice: ListChoice) =>
  (page: number) =>
    programs.list(
      { ...toFilter(programCategories, choice), sort: chosenOrder(programOrders, choice) as ProgramOrder },
      page,
    );
