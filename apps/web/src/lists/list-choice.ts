import { listLimits } from '@institute/contract/api.constants';

export type ListChoice = {
  category?: string | undefined;
  q?: string | undefined;
  page?: string | undefined;
};

export const chosenOf = <C extends string>(
  categories: readonly C[],
  { category }: ListChoice,
): C | undefined => categories.find((known) => known === category);

/** Leaves out values that the server would refuse. */
export const filterOf = <C extends string>(categories: readonly C[], choice: ListChoice) => ({
  category: chosenOf(categories, choice),
  q: searchText(choice.q),
});

const searchText = (q = ''): string | undefined =>
  q.replaceAll('\0', '').normalize('NFC').trim().slice(0, listLimits.search) || undefined;

export const pagesWanted = ({ page = '' }: ListChoice): number =>
  /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1;

export const foundText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many} found`;
