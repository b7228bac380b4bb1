import { listLimits } from '@institute/contract/api.constants';
import { makeParameterReader } from '../navigation/page-query.ts';

export const readListSearch = makeParameterReader<'category' | 'q' | 'page' | 'sort'>(
  'category',
  'q',
  'page',
  'sort',
);
export type ListChoice = ReturnType<typeof readListSearch>;

export const findChosenCategory = <C extends string>(
  categories: readonly C[],
  { category }: ListChoice,
): C | undefined => categories.find((known) => known === category);

export const findChosenOrder = (
  orders: Record<string, string>,
  { sort = '' }: ListChoice,
): string | undefined => (Object.hasOwn(orders, sort) ? sort : undefined);

/** Leaves out values that the server would refuse. */
export const toListFilter = <C extends string>(categories: readonly C[], choice: ListChoice) => ({
  category: findChosenCategory(categories, choice),
  q: toSearchText(choice.q),
});

const toSearchText = (q = ''): string | undefined =>
  q.replaceAll('\0', '').normalize('NFC').trim().slice(0, listLimits.search) || undefined;

export const readPagesWanted = ({ page = '' }: ListChoice): number =>
  /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1;

export const formatFoundCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many} found`;
