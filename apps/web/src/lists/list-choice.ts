import { listLimits } from '@institute/contract/api.constants';
import { readParameters } from '../navigation/page-query.ts';

export const listSearch = readParameters<'category' | 'q' | 'page' | 'sort'>('category', 'q', 'page', 'sort');
export type ListChoice = ReturnType<typeof listSearch>;

export const findChosenCategory = <C extends string>(
  categories: readonly C[],
  { category }: ListChoice,
): C | undefined => categories.find((known) => known === category);

export const findChosenOrder = (
  orders: Record<string, string>,
  { sort = '' }: ListChoice,
): string | undefined => (Object.hasOwn(orders, sort) ? sort : undefined);

/** Leaves out values that the server would refuse. */
export const toFilter = <C extends string>(categories: readonly C[], choice: ListChoice) => ({
  category: findChosenCategory(categories, choice),
  q: searchText(choice.q),
});

const searchText = (q = ''): string | undefined =>
  q.replaceAll('\0', '').normalize('NFC').trim().slice(0, listLimits.search) || undefined;

export const readPagesWanted = ({ page = '' }: ListChoice): number =>
  /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1;

export const formatFound = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many} found`;
