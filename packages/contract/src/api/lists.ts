import * as z from 'zod';
import { fieldLimits } from '../fields/fields.constants.ts';
import { cleanText, instant, pathId, tooLong, wholeNumber } from '../fields/fields.ts';
import { removeInvisible } from '../words/text.ts';
import { listLimits } from './api.constants.ts';

const pageFields = z.object({ total: z.int(), limit: z.int(), offset: z.int() });
const pageExample = { total: 1, limit: listLimits.page, offset: 0 };
export const pageMeta = pageFields.meta({ id: 'PageMeta', examples: [pageExample] });
/** `nextCursor` is null on the last page and in every order but newest first. */
export const cursorMeta = pageFields
  .extend({ nextCursor: z.string().nullable() })
  .meta({ id: 'CursorMeta', examples: [{ ...pageExample, nextCursor: null }] });

const wrapList = <T extends z.ZodType, M extends z.ZodType>(schema: T, meta: M) =>
  z.object({ data: z.array(schema), meta }).meta({ title: `${schema.meta()?.id}List` });
export const wrapPage = <T extends z.ZodType>(schema: T) => wrapList(schema, pageMeta);
export const wrapCursorPage = <T extends z.ZodType>(schema: T) => wrapList(schema, cursorMeta);

/** Without the invisible characters that come along when a name or a number is copied. */
export const searchText = cleanText
  .overwrite((value) => removeInvisible(value).trim())
  .max(listLimits.search, tooLong(listLimits.search));

const toDescending = <const N extends string>(name: N) => `-${name}` as const;

export const sortBy = <const S extends readonly string[]>(names: S) =>
  z.enum([...names, ...names.map(toDescending)] as (S[number] | `-${S[number]}`)[]);

const pageSize = (byDefault: number) =>
  wholeNumber(1, listLimits.page, `From 1 to ${listLimits.page}`)
    .default(byDefault)
    .meta({ description: 'Items on one page' });
export const pageParameters = {
  limit: pageSize(listLimits.page),
  offset: wholeNumber(0, fieldLimits.id, 'A whole number from 0')
    .meta({ description: 'Items to leave out before the page' })
    .default(0),
};

export const listQuery = <const S extends readonly string[], const C extends readonly string[]>(
  sorts: S,
  categories: C,
) =>
  z.object({
    ...pageParameters,
    q: searchText
      .optional()
      .meta({ description: 'Text to search for; case and accents do not matter', examples: ['sewing'] }),
    category: z
      .enum(['all', ...categories] as readonly ('all' | C[number])[])
      .optional()
      .meta({ description: 'Only items of this category' }),
    sort: sortBy(sorts)
      .optional()
      .meta({ description: 'Order of the list; `-` before the name reverses it' }),
  });

/** Note in the documentation of lists of people. */
export const longListNote =
  'More than 50 rows are 403 `PASSWORD_REQUIRED` for an account that has not typed its password in the last ten minutes. An API key gets them.';

/** For copying a whole list, or its changes since a time. */
const syncParameters = {
  updatedSince: instant.optional().meta({
    description: 'Only what was made or changed at this time or later',
    examples: ['2026-01-31T08:30:00Z'],
  }),
  cursor: z
    .string()
    .regex(/^[\w-]{1,60}$/, 'This cursor is not complete')
    .optional()
    .meta({ description: '`meta.nextCursor` of the page before. Not together with `offset` or `sort`' }),
};

type PagedQuery = { cursor?: unknown; offset?: unknown; sort?: unknown };

function refuseWithCursor(query: PagedQuery, { addIssue }: z.RefinementCtx): void {
  if (query.cursor === undefined) return;
  for (const path of ['offset', 'sort'] as const) {
    const message = `A cursor continues its own list, so ${path} cannot be given with it`;
    if (query[path] !== undefined) addIssue({ code: 'custom', path: [path], message });
  }
}

/** A list that can be copied. */
export const syncQuery = <const S extends readonly string[], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) => {
  const { limit, offset, q, sort } = listQuery(sorts, []).shape;
  // Absent by default, because a cursor excludes it
  return z
    .object({ limit, offset: offset.unwrap().optional(), q, sort, ...filters, ...syncParameters })
    .superRefine(refuseWithCursor);
};

export const summaryParameters = {
  limit: pageSize(listLimits.summaries),
  exclude: pathId.shape.id.optional().meta({
    description: 'Number of an item to leave out, such as the one on whose page the list stands',
  }),
};
