import * as z from 'zod';
import { formatNumber } from '../words/money.ts';
import { toPlainPhone } from '../words/phone.ts';
import { toNearestText } from '../words/sms-text.ts';
import { removeInvisible, toPlainCode } from '../words/text.ts';
import { isDay } from '../words/time.ts';
import { parseAddress } from '../words/web-address.ts';
import { emailFault, fieldLimits, missingFault, phoneFault } from './fields.constants.ts';

export const makeWholeNumberField = (min: number, max: number, message: string, spelling = /^\d{1,10}$/) =>
  z
    .union([z.number(), z.string().regex(spelling, message)], message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));

/** Refuses a value with the faults that `findFaults` finds, each at its own field. */
export const refuseFaults =
  <T>(findFaults: (value: T) => readonly { path: string; message: string }[]) =>
  (value: T, { addIssue }: z.RefinementCtx): void => {
    for (const { path, message } of findFaults(value)) addIssue({ code: 'custom', path: [path], message });
  };

export const flagField = z
  .union([z.boolean(), z.enum(['true', 'false'])], 'true or false')
  .transform((value) => value === true || value === 'true')
  .pipe(z.boolean());

export const pathId = z.object({
  // Only one spelling is accepted, so that an item has only one address
  id: makeWholeNumberField(1, fieldLimits.id, 'The id is a whole number from 1', /^[1-9]\d{0,9}$/).meta({
    description: 'Number of the item',
    examples: [1],
  }),
});
export const reference = z.int('Choose one').min(1, 'Choose one').max(fieldLimits.id, 'Choose one');

const storedFields = { id: z.int(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
export const withId = <S extends z.ZodRawShape>(shape: S) => z.object({ ...storedFields, ...shape });

const isStorableText = (text: string) => !/\p{Surrogate}/u.test(text) && !text.includes('\0');
const normalizeText = (text: string) => text.normalize('NFC').trim();
/** A text without NUL and lone surrogates, which the database cannot store. */
const rawText = z
  .string(missingFault)
  .refine(isStorableText, { message: 'This text holds characters that cannot be stored', abort: true });
export const cleanText = rawText.overwrite(normalizeText);

export const tooLongMessage = (max: number) => `At most ${formatNumber(max)} characters`;
export const text = (max: number) => cleanText.min(1, missingFault).max(max, tooLongMessage(max));

const toOneLine = (value: string) =>
  normalizeText(
    value
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
      // Direction characters are removed, because they can make a name look like another
      .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
      .replace(/\p{Zs}{2,}/gu, ' '),
  );
/**
 * A single line of text, which may be empty. Control and direction characters would hide a word from the search, so
 * they are removed. Line breaks, tabs and runs of spaces become one space.
 */
export const optionalLineText = (max: number) => rawText.overwrite(toOneLine).max(max, tooLongMessage(max));
/** A line for a transaction ID, a code or a reference. */
export const codeLine = (max: number) =>
  rawText
    .overwrite((value) => toOneLine(toPlainCode(value)))
    .min(1, missingFault)
    .max(max, tooLongMessage(max));
export const oneLineText = (max: number) => optionalLineText(max).min(1, missingFault);

/** Writes the text as an SMS or a mail program may show it. */
const toPlainLetters = (value: string): string => toNearestText(removeInvisible(value.normalize('NFKC')));

/** Matches `@`, `https:`, `www.`, `example.org`, `t.co/x`, `1.2.3.4`, but not "J.R. Okello" or "M.Okello". */
const addressInTextPattern =
  /@|:\/\/|\bwww\.|[\p{L}\p{N}-]{2}[.\u3002\u06d4]\p{L}{2}|[\p{L}\p{N}][.\u3002\u06d4](?:\p{L}{2,}|\p{N}+)\/|\p{N}(?:\.\p{N}+){3}/iu;
/** Matches the dot in a name such as "St.Mary". No web address is written like that. */
const dotInNamePattern = /(\p{L}{2})\.(?=\p{Lu}\p{Ll})/gu;
const yearPattern = /^(?:19|20)\d\d$/;

const findLongNumbers = (value: string): string[] => value.match(/\p{Nd}{4,}/gu) ?? [];
/** Matches characters that the fonts of printed documents lack. */
const emojiOrPrivatePattern =
  /[\p{Co}\p{Emoji_Presentation}\p{Regional_Indicator}]|\u20e3|(?![©®™])\p{Extended_Pictographic}/u;

/** Finds why a name is refused. Undefined when it is accepted. */
export function findNameFault(value: string): string | undefined {
  const plainName = toPlainLetters(value);
  if (addressInTextPattern.test(plainName.replace(dotInNamePattern, '$1. ')))
    return 'A name holds no web or email address. Put a space after a dot';
  if (emojiOrPrivatePattern.test(value)) return 'A name holds no emoji and no letters of a private font';
  const [number, ...others] = findLongNumbers(plainName);
  return number === undefined || (yearPattern.test(number) && others.length === 0)
    ? undefined
    : 'A name holds no numbers of four digits or more';
}

const fullWidthLetters = /[\uff00-\uffef]+/g;

/**
 * Removes invisible characters from a name, because they hide it from the search, and gives letters their usual
 * width.
 */
export const toVisibleName = (value: string): string =>
  toOneLine(
    removeInvisible(value)
      .replace(/\p{Zs}/gu, ' ')
      .replace(fullWidthLetters, (wide) => wide.normalize('NFKC')),
  );

/**
 * Name of a person that a visitor sends. It must contain no link and no number to call or pay, because messages of
 * the office carry it to addresses that anybody can type.
 */
export const personName = (max: number) =>
  refuseLinks(rawText.overwrite(toVisibleName).min(1, missingFault), max);

/** A name that may be empty, but not only spaces. */
export const personNameOrNone = (max: number) =>
  refuseLinks(
    rawText.refine((value) => value === '' || toVisibleName(value), missingFault).overwrite(toVisibleName),
    max,
  );

const refuseLinks = (name: z.ZodString, max: number) =>
  name.max(max, tooLongMessage(max)).refine((value) => findNameFault(value) === undefined, {
    error: ({ input }) => findNameFault(String(input)),
  });

const isAbsentAnswer = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '');
const replaceAbsentAnswer = (schema: z.ZodType, value: unknown): z.ZodType =>
  z.preprocess((given) => (isAbsentAnswer(given) ? value : given), schema);

/** An optional value. On input, `""` and `null` become null, and an absent key stays absent. */
export const nullable = <T extends z.ZodType>(schema: T) =>
  // The cast restores the input type, which `preprocess` loses and typed callers need.
  (replaceAbsentAnswer(schema.nullable(), null) as z.ZodNullable<T>).optional();
export const optionalText = (max: number) => nullable(text(max));

/**
 * An optional value with a default. On input, `""` and `null` become the default, and an absent key stays absent.
 */
export const withDefault = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  (replaceAbsentAnswer(schema, value) as z.ZodPipe<z.ZodNullable<T>, T>).optional();

export const textList = (max: number = fieldLimits.listItem) =>
  z
    .array(cleanText.max(max, tooLongMessage(max)), 'This is a list of texts')
    .overwrite((items) => items.filter(Boolean))
    .max(fieldLimits.listItems, `At most ${fieldLimits.listItems} entries`);

/** Takes the address from what programs copy: `mailto:ann@example.org?subject=Fees` or `Ann <ann@example.org>`. */
const toBareAddress = (value: string): string =>
  value
    .replace(/^[^<>]*<([^<>]+)>$/, '$1')
    .replace(/^mailto:([^?]*)(?:\?.*)?$/i, '$1')
    .trim();

/** Writes a domain such as `müller.ug` in the ASCII form that browsers use, `xn--mller-kva.ug`. */
function toPlainDomain(address: string): string {
  const domainStart = address.lastIndexOf('@') + 1;
  const domainName = address.slice(domainStart);
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domainName) || !/\P{ASCII}/u.test(domainName)) return address;
  return address.slice(0, domainStart) + (parseAddress(`https://${domainName}`)?.hostname ?? domainName);
}

export const email = rawText
  // Line breaks are checked first, because trimming would remove one at the end
  .refine((value) => !/[\r\n]/.test(value), { message: emailFault, abort: true })
  .overwrite((value) => toPlainDomain(toBareAddress(normalizeText(removeInvisible(value)))))
  .max(fieldLimits.email, tooLongMessage(fieldLimits.email))
  .regex(z.regexes.email, emailFault);

export const linkToken = z.string(missingFault).regex(/^[\w-]{20,200}$/, 'This link is not complete');

const { min: phoneMin, max: phoneMax } = fieldLimits.phone;

export const phone = rawText
  .overwrite(toPlainPhone)
  .regex(new RegExp(`^(?=.*\\d)[\\d+\\-() ]{${phoneMin},${phoneMax}}$`), {
    error: ({ input }) => (String(input).includes('/') ? 'Write one phone number' : phoneFault),
  });

/**
 * True for an address with `http(s)` or a path of this site. White space is refused, because otherwise `/ /host`
 * would pass as a path.
 */
const isPathOrUrl = (value: string) =>
  !/[\s\p{Cc}]/u.test(value) &&
  (/^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && parseAddress(value) !== undefined));
export const url = text(fieldLimits.url).refine(
  isPathOrUrl,
  'A web address (https://…) or a path that starts with /',
);
export const imageAlt = optionalText(fieldLimits.imageAlt);

const { listPosition: lastPosition } = fieldLimits;

/** Place of an item in the order that the office has chosen. Lower numbers come first. */
export const listPosition = withDefault(
  z.int('A whole number').min(0, 'From 0').max(lastPosition, `At most ${lastPosition}`),
  0,
);

export const day = z.iso
  .date({ error: 'A date as yyyy-mm-dd', abort: true })
  .refine(isDay, 'A date as yyyy-mm-dd');

const earliestTime = Date.parse('0001-01-01T00:00:00Z');
const latestTime = Date.parse('9999-12-31T23:59:59.999Z');
/** The limits are checked after parsing, because an offset can move a time out of the years with four digits. */
export const instant = z.iso
  .datetime({ offset: true, error: 'A date and time as in ISO 8601', abort: true })
  .refine(
    (value) => Date.parse(value) >= earliestTime && Date.parse(value) <= latestTime,
    'A time in the years 1 to 9999 (UTC)',
  );
