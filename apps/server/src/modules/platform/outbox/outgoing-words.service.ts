import { removeInvisible, toPlainDigits } from '@institute/contract/text';
import * as z from 'zod';
import { isKey } from '../../../context/actor.ts';
import { refuseUnconfirmed } from '../../../context/rights.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { QueuedMessage } from '../../../messaging/message-kind.ts';
import { int, readRows, text } from '../../../sql.ts';
import { type QueueCtx, storeInBulk, storeMessage } from './message-rows.ts';
import { findForeignPlace, toPlainHost, toPlainLink } from './words/foreign-links.ts';
import { findForeignNumber, listKnownNumbers, toComparableNumber } from './words/foreign-numbers.ts';
import { WrittenWordsEntity } from './written-words.entity.ts';
import { writtenWordsMessage } from './written-words.messages.ts';

/** What belongs to the institute, as it is written somewhere. */
export interface OwnWords {
  publicUrl: string;
  /** Texts with its phones, codes to pay to and accounts. */
  numbers: readonly string[];
  emails: readonly string[];
  links: readonly string[];
}

/** Letters of another width, digits of another script and what nobody sees make no other number or address. */
const toPlainWords = (words: string): string =>
  toPlainDigits(removeInvisible(words.normalize('NFKC')))
    .replace(/\p{M}+/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u2219\u3002]/g, '.')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[^\S\n]+/g, ' ');

function makeFinder({ publicUrl, numbers, emails, links }: OwnWords) {
  const known = new Set(numbers.flatMap((one) => listKnownNumbers(toPlainWords(one))));
  const own = {
    host: toPlainHost(new URL(publicUrl).hostname),
    links: links.map(toPlainLink),
    emails: new Set(emails.map((one) => one.toLowerCase())),
    isOwnPhone: (digits: string) => known.has(toComparableNumber(digits)),
  };
  return (words: string): string | undefined => {
    const { rest, email, site } = findForeignPlace(toPlainWords(words), own);
    if (email) return `${email} is no address of the institute`;
    if (site) return `${site} is another site`;
    const number = findForeignNumber(rest, known);
    return number && `${number} is no number of the institute`;
  };
}

/** Says which number, site or email address of a text is not the institute's. Undefined when there is none. */
export const findForeignWord = (words: string, own: OwnWords): string | undefined => makeFinder(own)(words);

const phone = z.array(z.string()).catch([]);
const word = z.string().catch('');
/** The parts of the site that name the institute's own. An unreadable one names nothing. */
const ownParts = z.object({
  institute: z
    .object({
      phones: phone,
      emails: phone,
      chatPhone: word,
      mapUrl: word,
      directionsUrl: word,
      aboutDocumentUrl: word,
      paypalUrl: word,
    })
    .partial()
    .catch({}),
  departments: z.array(z.object({ phone: word, email: word })).catch([]),
  fees: z.object({ mtnCode: word, airtelCode: word, bankAccount: word }).partial().catch({}),
  donations: z
    .object({ merchantCode: word, bankText: word, paypalText: word, cardText: word })
    .partial()
    .catch({}),
  socials: z.array(z.object({ url: word })).catch([]),
});

/** Reads the tables, because the modules that write them stand above the outbox. */
async function readOwnWords({ em, config }: Pick<Ctx, 'em' | 'config'>): Promise<OwnWords> {
  const [row] = await readRows(em, { site: z.unknown(), emails: z.array(text) })(
    `select (select content from site order by id limit 1) as site,
       array(select email::text from accounts where deactivated_at is null) as emails`,
  );
  const { institute, departments, fees, donations, socials } = ownParts.parse(row?.site ?? {});
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

type CheckCtx = Pick<Ctx, 'em' | 'config' | 'actor'>;
type Texts = readonly (string | null | undefined)[];

/**
 * Somebody who misuses an account or a key could ask people to pay to another phone. Owners may name one. Work that
 * nobody started sends what was checked when it was stored. `known`: numbers that belong to the recipients.
 */
export async function refuseForeignWords(ctx: CheckCtx, texts: Texts, known: readonly string[] = []) {
  if (!ctx.actor || ctx.actor.isOwner) return;
  const own = await readOwnWords(ctx);
  const find = makeFinder({ ...own, numbers: [...own.numbers, ...known] });
  for (const one of new Set(texts)) {
    const refusal = one && find(one);
    if (refusal) throw new AppError('FORBIDDEN', `${refusal}. Ask an owner.`);
  }
}

const HOUR_MS = 60 * 60 * 1000;
/** To more people within an hour words need the password, and owners get them by email. Keys write to no more. */
const FEW_PEOPLE = 20;

/** Locks the writer, so that two calls at once add up. Returns to how many people it writes within the hour. */
async function countPeople({ em, now }: QueueCtx, writer: string, people: number) {
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

interface Words {
  subject?: string | undefined;
  text: string;
}

/**
 * Call it in the transaction that sends the words of a person, or begins to. `people`: how many get them. `texts`: more
 * of what they read.
 */
export async function allowWords(
  tx: TxCtx,
  { subject, text: words }: Words,
  { people, texts = [], known }: { people: number; texts?: Texts; known?: readonly string[] },
): Promise<void> {
  const { actor } = tx;
  await refuseForeignWords(tx, [subject, words, ...texts], known);
  if (!actor) return;
  const hour = await countPeople(tx, isKey(actor) ? `key ${actor.keyId}` : `account ${actor.id}`, people);
  if (hour.people <= FEW_PEOPLE) return;
  if (isKey(actor)) {
    const freeAt = new Date(hour.since).getTime() + HOUR_MS;
    throw new AppError('RATE_LIMITED', `An API key writes to at most ${FEW_PEOPLE} people an hour`, {
      retryAfter: Math.max(1, (freeAt - tx.now().getTime()) / 1000),
    });
  }
  refuseUnconfirmed(tx);
  const data = { by: actor.email, people: hour.people, subject, text: words };
  const owners = await readRows(tx.em, { email: text })(
    'select email::text from accounts where is_owner and deactivated_at is null order by id',
  );
  for (const { email: recipient } of owners)
    await storeMessage(tx, writtenWordsMessage.email({ recipient, data }));
}

/**
 * The only way into the queue for words that a person typed. `shown`: what owners read of them, such as the text before
 * each name was filled in.
 */
export async function queueWritten(
  tx: TxCtx,
  messages: readonly QueuedMessage<'person'>[],
  { shown, known }: { shown?: Words; known?: readonly string[] } = {},
): Promise<void> {
  const texts = messages.flatMap(({ kind, data }) => {
    const { written = [] } = tx.messageKinds.find((one) => one.kind === kind) ?? {};
    return Object.entries(data).flatMap(([field, value]) => (written.includes(field) ? String(value) : []));
  });
  const words = shown ?? { text: [...new Set(texts)].join('\n\n') };
  await allowWords(tx, words, { people: messages.length, texts, ...(known && { known }) });
  const [only] = messages;
  if (messages.length > 1) await storeInBulk(tx, messages);
  else if (only) await storeMessage(tx, only);
}
