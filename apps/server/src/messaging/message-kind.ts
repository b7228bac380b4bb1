import type { MessageChannel } from '@institute/contract/outbox.constants';
import type { Need } from '@institute/contract/rights.constants';
import type { SmsTextName, SmsValues } from '@institute/contract/sms-texts.constants';
import type { EntityManager } from '@mikro-orm/postgresql';
import type * as z from 'zod';
import type { MessageInfo } from '../context/message-info.ts';
import type { Email, EmailContext } from './email/email.ts';
import type { SmsContext, SmsText } from './sms/sms.ts';

/** Messages with lower numbers are sent first. Of the day's SMS, the last two kinds have a share of their own. */
export const messagePriorities = { usual: 0, bulk: 1, toMany: 2, byVisitors: 3 } as const;

/** Names of fields of the data. */
type FieldNames<Data> = readonly (keyof Data & string)[];

interface MessageKindFacts<Kind extends string, Data extends object, Written extends FieldNames<Data>>
  extends Pick<MessageInfo, 'to' | 'limit' | 'onlyWhile' | 'dropsRepeats'> {
  /** Name of the kind, of at most 40 characters. It is stored with each message, so it must never change. */
  kind: Kind;
  /** By default it is `byVisitors` when the limit is `typed`, and `usual` otherwise. */
  priority?: keyof typeof messagePriorities;
  /** Right that an account needs to read the text of the message. */
  readBy?: Need | ((data: NoInfer<Data>) => Need);
  untilCancelled?: keyof NoInfer<Data> & string;
  /**
   * Fields with words that a person of the office types for this message. Only `queueWrittenMessages` of
   * the outbox takes such
   * messages. A text from the settings does not count, because only owners change it.
   */
  written: Written;
  /**
   * Data of the message, which must contain no medical data. An SMS may name only the recipient, or by first name the
   * people with this phone.
   */
  data: z.ZodType<Data>;
  /** Data for previews and tests. Rows that the function creates are rolled back. */
  sample: NoInfer<Data> | ((em: EntityManager) => Promise<NoInfer<Data>>);
}

interface MessageWriters<Data extends object> {
  email?(data: Data, context: EmailContext): Email | Promise<Email>;
  sms?: OfficeSmsText<Data> | { words(data: Data): string; isAnswer?: true };
}

/** The office writes this text in the settings of the site. Each placeholder in the text needs a value. */
type OfficeSmsText<Data> = {
  [Name in SmsTextName]: {
    text: Name;
    values(data: Data, context: SmsContext): SmsValues<Name> | Promise<SmsValues<Name>>;
    /** A sentence of the product that follows the text. Empty when there is nothing to add. */
    addition?(data: Data, context: SmsContext): Promise<string>;
  };
}[SmsTextName];

export interface MessageKind extends MessageInfo {
  sampleData(em: EntityManager): Promise<object>;
  writeEmail?(data: object, context: EmailContext): Promise<Email>;
  writeSms?(data: object, context: SmsContext): Promise<SmsText>;
}

/** Who wrote the words of a message: the product, or a person of the office. */
export type MessageTextSource = 'product' | 'person';

declare const madeByKindSymbol: unique symbol;
interface QueuedBase<By extends MessageTextSource> {
  /** With this property only a declared kind can make messages, so that their data is always checked. */
  [madeByKindSymbol]: By;
  kind: string;
  data: object;
  priority: number;
  nextTryAt?: Date;
}
export interface QueuedEmail<By extends MessageTextSource = 'product'> extends QueuedBase<By> {
  channel: 'email';
  /** Null when the office is the recipient. */
  recipient: string | null;
}
export interface QueuedSms<By extends MessageTextSource = 'product'> extends QueuedBase<By> {
  channel: 'sms';
  /** Phone number in international form. */
  recipient: string;
}
export type QueuedMessage<By extends MessageTextSource = 'product'> = QueuedEmail<By> | QueuedSms<By>;

interface MessageMakers<Data, By extends MessageTextSource = 'product'> {
  email(message: { recipient: string | null; data: Data; nextTryAt?: Date }): QueuedEmail<By>;
  sms(message: { recipient: string; data: Data; nextTryAt?: Date; priority?: number }): QueuedSms<By>;
}
type MessageMakersOfKind<Data, Written> = MessageMakers<
  Data,
  Written extends readonly [] ? 'product' : 'person'
>;

/** A kind of message with this type of data. */
export interface MessageKindWithData<Data> extends MessageKind {
  data: z.ZodType<Data>;
}
export type EmailKind<Data> = MessageKindWithData<Data> & Pick<MessageMakers<Data>, 'email'>;
export type TwoChannelMessageKind<
  Data,
  By extends MessageTextSource = 'product',
> = MessageKindWithData<Data> & MessageMakers<Data, By>;

/**
 * Declares a kind of message. The declaration decides sending, limits, previews and erasure. Add its file to
 * `composition/message-list.ts` to make the kind part of the product.
 */
export function declareMessageKind<
  const Kind extends string,
  Data extends object,
  Channels extends MessageWriters<NoInfer<Data>>,
  const Written extends FieldNames<NoInfer<Data>>,
>(
  declaration: MessageKindFacts<Kind, Data, Written> & Channels,
): MessageKindWithData<Data> & { kind: Kind } & Pick<
    MessageMakersOfKind<Data, Written>,
    keyof Channels & MessageChannel
  > {
  const {
    sample,
    email,
    sms,
    priority: named,
    readBy,
    ...facts
  }: MessageKindFacts<Kind, Data, Written> & MessageWriters<Data> = declaration;
  const { kind, limit, data } = facts;
  const sendingPriority = messagePriorities[named ?? (limit === 'typed' ? 'byVisitors' : 'usual')];
  const declaredMessageKind: MessageKindWithData<Data> & { kind: Kind } = {
    ...facts,
    isAnswer: sms !== undefined && 'words' in sms && sms.isAnswer === true,
    ...(readBy && {
      readBy: (given) => (typeof readBy === 'function' ? readBy(data.parse(given)) : readBy),
    }),
    sampleData: async (em) => (typeof sample === 'function' ? sample(em) : sample),
    ...(email && { writeEmail: async (given, context) => email(data.parse(given), context) }),
    ...(sms && {
      writeSms: async (given, context) => {
        const checkedMessageData = data.parse(given);
        if ('words' in sms) return { template: sms.words(checkedMessageData) };
        return {
          template: context.site.messages.sms[sms.text],
          values: await sms.values(checkedMessageData, context),
          ...(sms.addition && { addition: await sms.addition(checkedMessageData, context) }),
        };
      },
    }),
    ...(sms && 'words' in sms && { words: (given) => sms.words(data.parse(given)) }),
  };
  // This property exists for the compiler only
  const madeByKindMark = {} as Pick<
    ReturnType<MessageMakersOfKind<Data, Written>['email']>,
    typeof madeByKindSymbol
  >;
  const messageMakers: MessageMakersOfKind<Data, Written> = {
    email: (message) => ({
      ...madeByKindMark,
      kind,
      channel: 'email',
      priority: sendingPriority,
      ...message,
    }),
    sms: (message) => ({ ...madeByKindMark, kind, channel: 'sms', priority: sendingPriority, ...message }),
  };
  return Object.assign(declaredMessageKind, messageMakers);
}
