import { formatNumber } from './money.ts';

export const countItems = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

export const countPeople = (count: number): string => countItems(count, 'person', 'people');
