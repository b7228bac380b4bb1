import { type Right, rights } from '@institute/contract/rights.constants';

export const rightsBut = (...without: Right[]): Right[] => rights.filter((right) => !without.includes(right));
