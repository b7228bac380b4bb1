import type { MessageChannel } from '@institute/contract/outbox.constants';
import type { Need } from '@institute/contract/rights.constants';
import type { SmsTextName, SmsValues } from '@institute/contract/sms-texts.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type * as z from 'zod';
import type { MessageInfo } from '../context/message-info.ts';
import type { Email, EmailContext } from './email/email.ts';
import type { SmsContext, SmsText } from './sms/sms.ts';

/** Lower numbers are sent first. Of the day's SMS the last two have a share of their own. */
export const messagePriorities = { usual: 0, bulk: 1, toMany: 2, byVisitors: 3 } as const;

/** Fields of the data. */
type Fields<Data> = readonly (keyof Data & string)[];

interface Facts<Kind extends string, Data extends object, Written extends Fields<Data>>
  extends Pick<MessageInfo, 'to' | 'limit' | 'onlyWhile' | 'dropsRepeats'> {
  /** Stored with each message, so it never changes. At most 40 characters. */
  kind: Kind;
  /** Default: `byVisitors` where the limit is `typed`, else `usual`. */
  priority?: keyof typeof messagePriorities;
  /** Right that an account needs to read the text. */
  readBy?: Need | ((data: NoInfer<Data>) => Need);
  untilCancelled?: keyof NoInfer<Data> & string;
  /**
   * Fields with words that a person of the office types for this message. Only `queueWritten` of the outbox takes such
   * messages. A text of the settings is none, because only owners change it.
   */
  written: Written;
  /** Must not contain medical data. An SMS may name only the recipient, or the people of its phone by first names. */
  data: z.ZodType<Data>;
  /** For previews and tests. Rows that it creates are rolled back. */
  sample: NoInfer<Data> | ((em: EntityManager) => Promise<NoInfer<Data>>);
}

interface Writers<Data extends object> {
  email?(data: Data, context: EmailContext): Email | Promise<Email>;
  sms?: OfficeText<Data> | { words(data: Data): string; isAnswer?: true };
}

/** The office writes the text in the settings of the site. Each of its placeholders needs a value. */
type OfficeText<Data> = {
  [Name in SmsTextName]: {
    text: Name;
    values(data: Data, context: SmsContext): SmsValues<Name> | Promise<SmsValues<Name>>;
  };
}[SmsTextName];

export interface MessageKind extends MessageInfo {
  sampleData(em: EntityManager): Promise<object>;
  writeEmail?(data: object, context: EmailContext): Promise<Email>;
  writeSms?(data: object, context: SmsContext): Promise<SmsText>;
}

/** Whose words a message brings. */
export type WordsOf = 'product' | 'person';

declare const madeKinds: unique symbol;
interface QueuedBase<By extends WordsOf> {
  /** Only a kind makes messages, so that their data is checked. */
  [madeKinds]: By;
  kind: string;
  data: object;
  priority: number;
  nextTryAt?: Date;
}
export interface QueuedEmail<By extends WordsOf = 'product'> extends QueuedBase<By> {
  channel: 'email';
  /** Null: the office. */
  recipient: string | null;
}
export interface QueuedSms<By extends WordsOf = 'product'> extends QueuedBase<By> {
  channel: 'sms';
  /** A number in international form. */
  recipient: string;
}
export type QueuedMessage<By extends WordsOf = 'product'> = QueuedEmail<By> | QueuedSms<By>;

interface MessageMakers<Data, By extends WordsOf = 'product'> {
  email(message: { recipient: string | null; data: Data; nextTryAt?: Date }): QueuedEmail<By>;
  sms(message: { recipient: string; data: Data; nextTryAt?: Date; priority?: number }): QueuedSms<By>;
}
type MakersOf<Data, Written> = MessageMakers<Data, Written extends readonly [] ? 'product' : 'person'>;

/** A kind whose messages have this data. */
export interface KindOf<Data> extends MessageKind {
  data: z.ZodType<Data>;
}
export type EmailKind<Data> = KindOf<Data> & Pick<MessageMakers<Data>, 'email'>;
export type BothWaysKind<Data> = KindOf<Data> & MessageMakers<Data>;

/**
 * Declares a kind of message. Everything about it follows: sending, limits, previews, erasure. Add its file to
 * `composition/message-list.ts` to make it part of the product.
 */
export function declareMessageKind<
  const Kind extends string,
  Data extends object,
  Channels extends Writers<NoInfer<Data>>,
  const Written extends Fields<NoInfer<Data>>,
>(
  declaration: Facts<Kind, Data, Written> & Channels,
): KindOf<Data> & { kind: Kind } & Pick<MakersOf<Data, Written>, keyof Channels & MessageChannel> {
  const {
    sample,
    email,
    sms,
    priority: named,
    readBy,
    ...facts
  }: Facts<Kind, Data, Written> & Writers<Data> = declaration;
  const { kind, limit, data } = facts;
  const priority = messagePriorities[named ?? (limit === 'typed' ? 'byVisitors' : 'usual')];
  const kindOf: KindOf<Data> & { kind: Kind } = {
    ...facts,
    isAnswer: sms !== undefined && 'words' in sms && sms.isAnswer === true,
    ...(readBy && {
      readBy: (given) => (typeof readBy === 'function' ? readBy(data.parse(given)) : readBy),
    }),
    sampleData: async (em) => (typeof sample === 'function' ? sample(em) : sample),
    ...(email && { writeEmail: async (given, context) => email(data.parse(given), context) }),
    ...(sms && {
      writeSms: async (given, context) => {
        const known = data.parse(given);
        if ('words' in sms) return { template: sms.words(known) };
        return { template: context.site.messages.sms[sms.text], values: await sms.values(known, context) };
      },
    }),
    ...(sms && 'words' in sms && { words: (given) => sms.words(data.parse(given)) }),
  };
  // A property that exists for the compiler only
  const madeByKind = {} as Pick<ReturnType<MakersOf<Data, Written>['email']>, typeof madeKinds>;
  const makers: MakersOf<Data, Written> = {
    email: (message) => ({ ...madeByKind, kind, channel: 'email', priority, ...message }),
    sms: (message) => ({ ...madeByKind, kind, channel: 'sms', priority, ...message }),
  };
  return Object.assign(kindOf, makers);
}
