import { removeInvisible, toPlainDigits } from '@institute/contract/text';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { readRows, text } from '../../../sql.ts';
import { findForeignPlace, toPlainHost, toPlainLink } from './words/foreign-links.ts';
import { findForeignNumber, listKnownNumbers, toComparableNumber } from './words/foreign-numbers.ts';

/** What belongs to the institute, as it is written somewhere. */
export interface OwnWords {
  publicUrl: string;
  /** Texts with its phones, codes to pay to and accounts. */
  numbers: readonly string[];
  emails: readonly string[];
  links: readonly string[];
}

/** Letters of another width, digits of another script and what nobody sees make no other number or address. */
const toPlain = (words: string): string =>
  toPlainDigits(removeInvisible(words.normalize('NFKC')))
    .replace(/\p{M}+/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\u00b7\u2022\u2219\u3002]/g, '.')
    .replace(/[\u2044\u2215]/g, '/');

/** Says which number, site or email address of a text is not the institute's. Undefined when there is none. */
export function findForeignWord(
  words: string,
  { publicUrl, numbers, emails, links }: OwnWords,
): string | undefined {
  const known = new Set(numbers.flatMap((one) => listKnownNumbers(toPlain(one))));
  const { rest, email, site } = findForeignPlace(toPlain(words), {
    host: toPlainHost(new URL(publicUrl).hostname),
    links: links.map(toPlainLink),
    emails: new Set(emails.map((one) => one.toLowerCase())),
    isOwnPhone: (digits) => known.has(toComparableNumber(digits)),
  });
  if (email) return `${email} is no address of the institute`;
  if (site) return `${site} is another site`;
  const number = findForeignNumber(rest, known);
  return number && `${number} is no number of the institute`;
}

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

/**
 * Somebody who misuses an account or a key could ask many people to pay to another phone. Owners may name one. Work
 * that nobody started sends what was checked when it was stored. `known`: numbers that belong to the recipient.
 */
export async function refuseForeignWords(
  ctx: Pick<Ctx, 'em' | 'config' | 'actor'>,
  texts: readonly (string | null | undefined)[],
  known: readonly string[] = [],
): Promise<void> {
  if (!ctx.actor || ctx.actor.isOwner) return;
  const own = await readOwnWords(ctx);
  const numbers = [...own.numbers, ...known];
  for (const one of new Set(texts)) {
    const refusal = one && findForeignWord(one, { ...own, numbers });
    if (refusal) throw new AppError('FORBIDDEN', `${refusal}. Ask an owner.`);
  }
}
