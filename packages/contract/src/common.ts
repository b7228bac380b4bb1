import * as z from 'zod';
import type { ApiScope } from './api-keys.constants.ts';
import { bodyBytes, limits } from './common.constants.ts';
import { errorStatus } from './errors.ts';
import { isDay } from './time.ts';

const codes = Object.keys(errorStatus) as [keyof typeof errorStatus, ...(keyof typeof errorStatus)[]];

/** The shape of every error, on every path. */
export const apiError = z
  .object({
    error: z.object({
      code: z.enum(codes),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ApiError = z.infer<typeof apiError>;
export type ErrorDetail = ApiError['error']['details'][number];

/** Access, rate limit and largest body of a call. Stored in the route's `metadata`. */
export interface RouteRules {
  access: 'anyone' | 'bearer';
  /** What an API key needs for a call that is not open to anyone. `none`: no key may make it. */
  scope?: ApiScope | 'none';
  limit?: 'form' | 'signup';
  /** Public content: pages of every origin may read what visitors read. Default: those of `CORS_ORIGINS`. */
  anyOrigin?: true;
  /** Default: `bodyBytes.visitor` or `bodyBytes.office`. */
  bodyBytes?: number;
}
export const anyone = { access: 'anyone' } as const satisfies RouteRules;
export const publicContent = { access: 'anyone', anyOrigin: true } as const satisfies RouteRules;
export const publicForm = { access: 'anyone', limit: 'form' } as const satisfies RouteRules;
/** For forms whose longest texts, as JSON with every letter escaped, exceed the usual limit. */
export const longForm = { ...publicForm, bodyBytes: 64 * 1024 } as const satisfies RouteRules;
/** For an account, or an API key with this scope. */
export const bearer = <const Scope extends ApiScope>(scope: Scope) => ({ access: 'bearer', scope }) as const;
/** For visitors and accounts, never for an API key: signing in and out. */
export const withoutKey = { access: 'anyone', scope: 'none' } as const satisfies RouteRules;

/** Errors that any call may answer. */
export const commonResponses = {
  400: apiError,
  401: apiError,
  403: apiError,
  404: apiError,
  405: apiError,
  409: apiError,
  412: apiError,
  413: apiError,
  415: apiError,
  421: apiError,
  429: apiError,
  431: apiError,
  500: apiError,
  503: apiError,
} as const;

/** The largest body that a call takes, in bytes. */
export const bodyBytesOf = ({ access, bodyBytes: own }: RouteRules): number =>
  own ?? (access === 'anyone' ? bodyBytes.visitor : bodyBytes.office);

export const data = <T extends z.ZodType>(schema: T) => z.object({ data: schema });
export const pageMeta = z.object({ total: z.int(), limit: z.int(), offset: z.int() });
export const page = <T extends z.ZodType>(schema: T) => z.object({ data: z.array(schema), meta: pageMeta });

/** An integer, given as text in a path or query, or as a number by a typed caller. */
const wholeNumber = (min: number, max: number, message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,10}$/, message)], message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));

export const pathId = z.object({ id: wholeNumber(1, limits.id, 'The id is a whole number from 1') });
export const reference = z.int('Choose one').min(1, 'Choose one').max(limits.id, 'Choose one');

const storedFields = { id: z.int(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
/** A stored entity: the common fields and its own. */
export const stored = <S extends z.ZodRawShape>(shape: S) => z.object({ ...storedFields, ...shape });

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
const tidy = (text: string) => text.normalize('NFC').trim();
/** Text that is safe to store and read: well-formed, without NUL, NFC, trimmed. */
const raw = z
  .string('This is required')
  .refine(isStorable, { message: 'This text holds characters that cannot be stored', abort: true });
const clean = raw.overwrite(tidy);

const tooLong = (max: number) => `At most ${max.toLocaleString('en-US')} characters`;
export const text = (max: number) => clean.min(1, 'This is required').max(max, tooLong(max));

/** Characters that change the direction of text, so that a name could look like another. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g;
const oneLine = (value: string) =>
  tidy(value.replace(directionMarks, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' '));
/** A name, title or subject. Control characters become spaces, and direction marks are removed. */
export const line = (max: number) => raw.overwrite(oneLine).min(1, 'This is required').max(max, tooLong(max));

/** `@`, `https:`, `www.`, `example.org`, `t.co/x`. "J.R. Okello" and "M.Okello" are no addresses. */
const address = /@|:\/\/|\bwww\.|[\p{L}\p{N}-]{2}\.\p{L}{2}|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
/**
 * A name that is written in emails to a typed address. It must not contain an address, because the mailbox may be
 * somebody else's.
 */
export const personName = (max: number) =>
  line(max).refine(
    (value) => !address.test(value),
    'A name holds no web or email address. Put a space after a dot',
  );

const isAbsent = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');
const absentAs = (schema: z.ZodType, value: unknown) =>
  z.preprocess((given) => (isAbsent(given) ? value : given), schema);

/** An optional value. On a write, `""` and `null` become null; an absent key stays absent. */
export const nullable = <T extends z.ZodType>(schema: T) =>
  // `preprocess` loses the input type, which typed callers need.
  (absentAs(schema.nullable(), null) as unknown as z.ZodNullable<T>).optional();
export const optionalText = (max: number) => nullable(text(max));

/** An optional value with a default. On a write, `""` and `null` become the default; an absent key stays absent. */
export const defaulted = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  (absentAs(schema, value) as unknown as z.ZodPipe<z.ZodNullable<T>, T>).optional();

export const textList = (max: number = limits.listItem) =>
  z
    .array(clean.max(max, tooLong(max)), 'This is a list of texts')
    .overwrite((items) => items.filter(Boolean))
    .max(limits.listItems, `At most ${limits.listItems} entries`);

export const email = raw
  // Checked before trimming, which would remove a line break at the end.
  .refine((value) => !/[\r\n]/.test(value), { message: 'Enter a valid email address', abort: true })
  .overwrite(tidy)
  .max(limits.email, tooLong(limits.email))
  .regex(z.regexes.email, 'Enter a valid email address');

/** The token of an emailed link. */
export const linkToken = z.string('This is required').regex(/^[\w-]{20,200}$/, 'This link is not complete');

export const phone = clean.regex(
  new RegExp(`^(?=.*\\d)[\\d+\\-() ]{${limits.phone.min},${limits.phone.max}}$`),
  `A phone number has ${limits.phone.min} to ${limits.phone.max} digits, spaces, + - ( )`,
);

/** `http(s)` or a path of this site. White space is refused: `/ /host` would pass as a path. */
const isAddress = (value: string) =>
  !/[\s\p{Cc}]/u.test(value) &&
  (/^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value)));
export const url = text(limits.url).refine(
  isAddress,
  'A web address (https://…) or a path that starts with /',
);
export const imageAlt = optionalText(limits.imageAlt);

/** A real calendar day within the database's range. */
export const day = z.iso
  .date({ error: 'A date as yyyy-mm-dd', abort: true })
  .refine(isDay, 'A date as yyyy-mm-dd');
export const instant = z.iso
  .datetime({ offset: true, error: 'A date and time as in ISO 8601', abort: true })
  .refine((value) => value >= '0001', 'A date and time as in ISO 8601');

export const idempotency = z.object({
  'idempotency-key': z
    .string()
    .regex(new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKey}}$`), '1 to 255 visible ASCII characters')
    .optional(),
});
export const precondition = z.object({ 'if-match': z.string().optional() });

/** The search text of a list. */
export const searchText = clean.max(limits.search, tooLong(limits.search));

const descending = <const N extends string>(name: N) => `-${name}` as const;

/** The sort of a list: one of these names, or one with `-` before it to sort in descending order. */
export const sortBy = <const S extends readonly string[]>(names: S) =>
  z.enum([...names, ...names.map(descending)] as (S[number] | `-${S[number]}`)[]);

/** The query of a list: page, search text, category and one of the resource's sort names. */
export const listQuery = <const S extends readonly string[], const C extends readonly string[]>(
  sorts: S,
  categories: C,
) =>
  z.object({
    limit: wholeNumber(1, limits.page, `From 1 to ${limits.page}`).default(limits.page),
    offset: wholeNumber(0, limits.id, 'A whole number from 0').default(0),
    q: searchText.optional(),
    category: z.enum(['all', ...categories] as readonly ('all' | C[number])[]).optional(),
    sort: sortBy(sorts).optional(),
  });

/** Parameters for reading a whole list in pages, and what has changed since. */
export const syncParameters = {
  updatedSince: instant.optional(),
  cursor: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'This cursor is not complete')
    .optional(),
};

/** `nextCursor` leads to the next page, newest first. Null on the last page and in any other order. */
export const cursorMeta = pageMeta.extend({ nextCursor: z.string().nullable() });

type Paged = { cursor?: unknown; offset?: unknown; sort?: unknown };

export function refuseWithCursor(query: Paged, { addIssue }: z.RefinementCtx): void {
  if (query.cursor === undefined) return;
  for (const path of ['offset', 'sort'] as const) {
    const message = `A cursor continues its own list, so ${path} cannot be given with it`;
    if (query[path] !== undefined) addIssue({ code: 'custom', path: [path], message });
  }
}

/** Further parameters of every list of summaries. */
export const summaryParameters = {
  limit: wholeNumber(1, limits.page, `From 1 to ${limits.page}`).default(limits.summaries),
  /** An item to leave out: a list of related items does not contain the item itself. */
  exclude: pathId.shape.id.optional(),
};
