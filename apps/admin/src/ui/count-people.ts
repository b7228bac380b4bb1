import { formatNumber } from '@institute/contract/money';

export const countPeople = (count: number): string =>
  count === 1 ? '1 person' : `${formatNumber(count)} people`;
