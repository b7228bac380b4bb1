import { removeInvisible, toPlainDigits } from '@institute/contract/text';
import * as z from 'zod';
import { isKeyActor } from '../../../context/actor.ts';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import { int, readRows, text } from '../../../sql.ts';
import { type QueueCtx, storeMessage, storeMessagesInBulk } from './message-rows.ts';
import { findForeignPlace, toPlainHost, toPlainLink } from './words/foreign-links.ts';
import { findForeignNumber, listKnownNumbers, toComparableNumber } from './words/foreign-numbers.ts';
import { WrittenWordsEntity } from './written-words.entity.ts';
import { writtenWordsMessage } from './written-words.messages.ts';

/** Numbers, addresses and links of the institute, in the spelling in which they were entered. */
export interface OwnWords {
  publicUrl: string;
  /** Texts that contain the institute's phones, payment codes and bank accounts. */
  numbers: readonly string[];
  emails: readonly string[];
  links: readonly string[];
}

/** Makes different spellings equal: letters of another width, digits of another script, invisible characters. */
const normalizeWords = (words: string): string =>
  toPlainDigits(removeInvisible(words.normalize('NFKC')))
    .replace(/\p{M}+/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u2219\u3002]/g, '.')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[^\S\n]+/g, ' ');

function makeForeignWordFinder({ publicUrl, numbers, emails, links }: OwnWords) {
  const knownNumbers = new Set(numbers.flatMap((one) => listKnownNumbers(normalizeWords(one))));
  const ownPlaces = {
    host: toPlainHost(new URL(publicUrl).hostname),
    links: links.map(toPlainLink),
    emails: new Set(emails.map((one) => one.toLowerCase())),
    isOwnPhone: (digits: string) => knownNumbers.has(toComparableNumber(digits)),
  };
  return (words: string): string | undefined => {
    const { rest, email, site } = findForeignPlace(normalizeWords(words), ownPlaces);
    if (email) return `${email} is no address of the institute`;
    if (site) return `${site} is another site`;
    const foreignNumber = findForeignNumber(rest, knownNumbers);
    return foreignNumber && `${foreignNumber} is no number of the institute`;
  };
}

/** Says which number, site or email address of a text is not the institute's. Undefined when there is none. */
export const findForeignWord = (words: string, own: OwnWords): string | undefined =>
  makeForeignWordFinder(own)(words);

const textListSchema = z.array(z.string()).catch([]);
const textSchema = z.string().catch('');
/** The parts of the settings that contain the institute's own numbers and addresses. An unreadable part is empty. */
const ownPartsSchema = z.object({
  institute: z
    .object({
      phones: textListSchema,
      emails: textListSchema,
      chatPhone: textSchema,
      mapUrl: textSchema,
      directionsUrl: textSchema,
      aboutDocumentUrl: textSchema,
      paypalUrl: textSchema,
    })
    .partial()
    .catch({}),
  departments: z.array(z.object({ phone: textSchema, email: textSchema })).catch([]),
  fees: z
    .object({ mtnCode: textSchema, airtelCode: textSchema, bankAccount: textSchema })
    .partial()
    .catch({}),
  donations: z
    .object({ merchantCode: textSchema, bankText: textSchema, paypalText: textSchema, cardText: textSchema })
    .partial()
    .catch({}),
  socials: z.array(z.object({ url: textSchema })).catch([]),
});

/** Reads the tables directly, because the modules that own them import the outbox. */
async function readOwnWords({ em, config }: Pick<Ctx, 'em' | 'config'>): Promise<OwnWords> {
  const [row] = await readRows(em, { site: z.unknown(), emails: z.array(text) })(
    `select (select content from site order by id limit 1) as site,
       array(select email::text from accounts where deactivated_at is null) as emails`,
  );
  const { institute, departments, fees, donations, socials } = ownPartsSchema.parse(row?.site ?? {});
  const { phones = [], chatPhone = '', emails = [], ...links } = institute;
  return {
    publicUrl: config.publicUrl,
    numbers: [
      ...phones,
      chatPhone,
      ...departments.map((one) => one.phone),
      ...Object.values(fees),
      ...Object.values(donations),
    ],
    emails: [...emails, ...departments.map(({ email }) => email), ...(row?.emails ?? [])],
    links: [...Object.values(links), ...socials.map(({ url }) => url)],
  };
}

type WordCheckCtx = Pick<Ctx, 'em' | 'config' | 'actor'>;
type CheckedTexts = readonly (string | null | undefined)[];

/**
 * Somebody who misuses an account or a key could ask people to pay to another phone, so foreign numbers and links are
 * refused. Owners may write them. Work without an actor sends texts that were checked when they were stored. `known`
 * are numbers that belong to the recipients.
 */
export async function refuseForeignWords(
  ctx: WordCheckCtx,
  texts: CheckedTexts,
  known: readonly string[] = [],
) {
  if (!ctx.actor || ctx.actor.isOwner) return;
  const ownWords = await readOwnWords(ctx);
  const findForeignWordIn = makeForeignWordFinder({ ...ownWords, numbers: [...ownWords.numbers, ...known] });
  for (const checkedText of new Set(texts)) {
    const foreignWord = checkedText && findForeignWordIn(checkedText);
    if (foreignWord) throw new AppError('FORBIDDEN', `${foreignWord}. Ask an owner.`);
  }
}

const HOUR_MS = 60 * 60 * 1000;
/**
 * Writing to more people than this within an hour needs the password, and owners get the text by email. API keys
 * cannot exceed the limit.
 */
const MAX_UNCONFIRMED_PEOPLE = 20;

/**
 * Adds these recipients, under a lock of the writer, so that simultaneous calls are added up. Returns to how many
 * people the writer has written within the hour, and since when.
 */
async function recordRecipients({ em, now }: QueueCtx, writer: string, people: number) {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`words of ${writer}`]);
  await em.execute('delete from written_words where writer = ? and created_at <= ?', [
    writer,
    new Date(now().getTime() - HOUR_MS),
  ]);
  await em.insert(WrittenWordsEntity, { writer, people, createdAt: now() });
  const [counted] = await readRows(em, { people: int, since: text })(
    'select sum(people)::int as people, min(created_at)::text as since from written_words where writer = ?',
    [writer],
  );
  return { people, since: now().toISOString(), ...counted };
}

interface WrittenText {
  subject?: string | undefined;
  text: string;
}

/**
 * Call it in the transaction that sends the text of a person, or starts sending it. `people` is the number of
 * recipients. `texts` are further texts that they read.
 */
export async function checkWrittenWords(
  tx: TxCtx,
  { subject, text: words }: WrittenText,
  { people, texts = [], known }: { people: number; texts?: CheckedTexts; known?: readonly string[] },
): Promise<void> {
  const { actor } = tx;
  await refuseForeignWords(tx, [subject, words, ...texts], known);
  if (!actor) return;
  const recentPeopleCount = await recordRecipients(
    tx,
    isKeyActor(actor) ? `key ${actor.keyId}` : `account ${actor.id}`,
    people,
  );
  if (recentPeopleCount.people <= MAX_UNCONFIRMED_PEOPLE) return;
  if (isKeyActor(actor)) {
    const limitEndsAtMs = new Date(recentPeopleCount.since).getTime() + HOUR_MS;
    throw new AppError(
      'RATE_LIMITED',
      `An API key writes to at most ${MAX_UNCONFIRMED_PEOPLE} people an hour`,
      {
        retryAfter: Math.max(1, (limitEndsAtMs - tx.now().getTime()) / 1000),
      },
    );
  }
  refuseUnconfirmedPassword(tx);
  const writtenWordsData = { by: actor.email, people: recentPeopleCount.people, subject, text: words };
  const ownerEmailRows = await readRows(tx.em, { email: text })(
    'select email::text from accounts where is_owner and deactivated_at is null order by id',
  );
  for (const { email: recipient } of ownerEmailRows)
    await storeMessage(tx, writtenWordsMessage.email({ recipient, data: writtenWordsData }));
}

/**
 * Every text that a person typed must be queued here. `shown` is the text that owners read, such as the text before
 * names were filled in.
 */
export async function queueWrittenMessages(
  tx: TxCtx,
  messages: readonly QueuedMessage<'person'>[],
  { shown, known }: { shown?: WrittenText; known?: readonly string[] } = {},
): Promise<void> {
  const writtenTexts = messages.flatMap(({ kind, data }) => {
    const { written = [] } = tx.messageKinds.find((one) => one.kind === kind) ?? {};
    return Object.entries(data).flatMap(([field, value]) => (written.includes(field) ? String(value) : []));
  });
  const wordsForOwners = shown ?? { text: [...new Set(writtenTexts)].join('\n\n') };
  await checkWrittenWords(tx, wordsForOwners, {
    people: messages.length,
    texts: writtenTexts,
    ...(known && { known }),
  });
  const [only] = messages;
  if (messages.length > 1) await storeMessagesInBulk(tx, messages);
  else if (only) await storeMessage(tx, only);
}
