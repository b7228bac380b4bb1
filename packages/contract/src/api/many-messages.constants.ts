import { formatNumber } from '../words/money.ts';
import type { MessageChannel } from './outbox.constants.ts';

export const personPlaceholders = ['firstName', 'program', 'startsOn', 'place'] as const;
/** Need the right to fees. */
export const feePlaceholders = ['balance', 'due', 'payCode'] as const;
export const messagePlaceholders = [...personPlaceholders, ...feePlaceholders] as const;
export type MessagePlaceholder = (typeof messagePlaceholders)[number];

const hasPlaceholder = (text: string, placeholders: readonly string[]): boolean =>
  placeholders.some((name) => text.includes(`{${name}}`));

export const hasFees = (text: string): boolean => hasPlaceholder(text, feePlaceholders);
/** Only those who owe something get such a text. */
export const hasDebt = (text: string): boolean => hasPlaceholder(text, ['balance', 'due']);

export const messageLimits = { people: 1000, subject: 200, text: 2000 } as const;
export const tooManyPeople = `At most ${formatNumber(messageLimits.people)} at once: narrow the list first`;

/** Why somebody gets no message. */
export const leftOutReasons = ['stop', 'number', 'email', 'country', 'twice', 'settled'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface MessagePlan {
  people: number;
  emails: number;
  sms: number;
  /** Of all SMS. */
  segments: number;
  /** SMS of today, of tomorrow and so on. */
  days: number[];
  leftOut: { reason: LeftOutReason; count: number }[];
  /** Whom nothing reaches, with what they would have been sent. */
  unreached: { id: number; name: string; phone: string; text: string; reason: LeftOutReason }[];
  /** The longest of the messages, as it is sent. */
  longest: {
    name: string;
    channel: MessageChannel;
    text: string;
    characters: number;
    segments: number;
  } | null;
  /** By the price of earlier SMS. Null when none is known. */
  cost: { currency: string; amount: number } | null;
}
