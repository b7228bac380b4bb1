import { listLimits } from '@institute/contract/lists.constants';

/** Search parameters of a list. A URL can contain any text, so they are not validated yet. */
export type ListChoice = {
  category?: string | undefined;
  q?: string | undefined;
  page?: string | undefined;
};

/** The category in the URL; undefined for an unknown one, which means all. */
export const chosenOf = <C extends string>(
  categories: readonly C[],
  { category }: ListChoice,
): C | undefined => categories.find((known) => known === category);

/** Query for the server, without values that it would refuse. */
export const filterOf = <C extends string>(categories: readonly C[], choice: ListChoice) => ({
  category: chosenOf(categories, choice),
  q: searchText(choice.q),
});

const searchText = (q = ''): string | undefined =>
  q.replaceAll('\0', '').normalize('NFC').trim().slice(0, listLimits.search) || undefined;

/** Number of pages that the URL asks for. */
export const pagesWanted = ({ page = '' }: ListChoice): number =>
  /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1;

/** "1 item found", "12 items found". */
export const foundText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many} found`;
