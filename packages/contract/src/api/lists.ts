import * as z from 'zod';
import { fieldLimits } from '../fields/fields.constants.ts';
import { cleanText, instant, makeWholeNumberField, pathId, tooLongMessage } from '../fields/fields.ts';
import { removeInvisible } from '../words/text.ts';
import { listLimits } from './api.constants.ts';

const pageMetaFields = z.object({ total: z.int(), limit: z.int(), offset: z.int() });
const pageExample = { total: 1, limit: listLimits.page, offset: 0 };
export const pageMeta = pageMetaFields.meta({ id: 'PageMeta', examples: [pageExample] });
/** `nextCursor` is null on the last page, and in every order other than the newest first. */
export const cursorMeta = pageMetaFields
  .extend({ nextCursor: z.string().nullable() })
  .meta({ id: 'CursorMeta', examples: [{ ...pageExample, nextCursor: null }] });

const wrapListSchema = <T extends z.ZodType, M extends z.ZodType>(schema: T, meta: M) =>
  z.object({ data: z.array(schema), meta }).meta({ title: `${schema.meta()?.id}List` });
export const wrapPage = <T extends z.ZodType>(schema: T) => wrapListSchema(schema, pageMeta);
export const wrapCursorPage = <T extends z.ZodType>(schema: T) => wrapListSchema(schema, cursorMeta);

/** A search text. Removes invisible characters, which are copied along with names and numbers. */
export const searchText = cleanText
  .overwrite((value) => removeInvisible(value).trim())
  .max(listLimits.search, tooLongMessage(listLimits.search));

const toDescendingSortName = <const N extends string>(name: N) => `-${name}` as const;

export const sortBy = <const S extends readonly string[]>(names: S) =>
  z.enum([...names, ...names.map(toDescendingSortName)] as (S[number] | `-${S[number]}`)[]);

const makePageSizeSchema = (byDefault: number) =>
  makeWholeNumberField(1, listLimits.page, `From 1 to ${listLimits.page}`)
    .default(byDefault)
    .meta({ description: 'Items on one page' });
export const pageParameters = {
  limit: makePageSizeSchema(listLimits.page),
  offset: makeWholeNumberField(0, fieldLimits.id, 'A whole number from 0')
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

/** Note in the API's documentation of lists of people. */
export const longListNote =
  'More than 50 rows are 403 `PASSWORD_REQUIRED` for an account that has not typed its password in the last ten minutes. An API key gets them.';

/** Parameters for copying a whole list, or what has changed since a time. */
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

function refuseOffsetWithCursor(query: PagedQuery, { addIssue }: z.RefinementCtx): void {
  if (query.cursor === undefined) return;
  for (const refusedParameter of ['offset', 'sort'] as const) {
    const refusalMessage = `A cursor continues its own list, so ${refusedParameter} cannot be given with it`;
    if (query[refusedParameter] !== undefined)
      addIssue({ code: 'custom', path: [refusedParameter], message: refusalMessage });
  }
}

/** Query of a list that can be copied by a cursor. */
export const syncQuery = <const S extends readonly string[], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
) => {
  const { limit, offset, q, sort } = listQuery(sorts, []).shape;
  // Has no default, because a cursor excludes an offset
  return z
    .object({ limit, offset: offset.unwrap().optional(), q, sort, ...filters, ...syncParameters })
    .superRefine(refuseOffsetWithCursor);
};

export const summaryParameters = {
  limit: makePageSizeSchema(listLimits.summaries),
  exclude: pathId.shape.id.optional().meta({
    description: 'Number of an item to leave out, such as the one on whose page the list stands',
  }),
};
