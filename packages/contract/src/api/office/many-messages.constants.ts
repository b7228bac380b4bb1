import { formatNumber } from '../../words/money.ts';

export const personPlaceholders = ['firstName', 'program', 'startsOn', 'place'] as const;
/**
 * Placeholders whose values need the right to fees. `dues` becomes "UGX 250,000 of your fees is overdue since 1 Feb
 * 2027".
 */
export const feePlaceholders = ['dues', 'balance', 'overdue', 'due', 'payCode'] as const;
export const messagePlaceholders = [...personPlaceholders, ...feePlaceholders] as const;
export type MessagePlaceholder = (typeof messagePlaceholders)[number];

const hasPlaceholder = (text: string, placeholders: readonly string[]): boolean =>
  placeholders.some((name) => text.includes(`{${name}}`));

export const hasFeePlaceholder = (text: string): boolean => hasPlaceholder(text, feePlaceholders);
/** True for a text that only people with a debt get. */
export const hasDebtPlaceholder = (text: string): boolean =>
  hasPlaceholder(text, ['dues', 'balance', 'overdue', 'due']);
/** True for a text that only people with something overdue get. */
export const hasOverduePlaceholder = (text: string): boolean => hasPlaceholder(text, ['overdue']);

export const messageLimits = { people: 1000, subject: 200, text: 2000 } as const;
export const tooManyPeopleMessage = `At most ${formatNumber(messageLimits.people)} at once: narrow the list first`;
