import * as z from 'zod';
import { fieldLimits } from './fields.constants.ts';
import { clean, instant, pathId, tooLong, wholeNumber } from './fields.ts';
import { listLimits } from './lists.constants.ts';

export const pageMeta = z.object({ total: z.int(), limit: z.int(), offset: z.int() });
export const page = <T extends z.ZodType>(schema: T) => z.object({ data: z.array(schema), meta: pageMeta });

/** The search text of a list. */
export const searchText = clean.max(listLimits.search, tooLong(listLimits.search));

const descending = <const N extends string>(name: N) => `-${name}` as const;

/** The sort of a list: one of these names, or one with `-` before it to sort in descending order. */
export const sortBy = <const S extends readonly string[]>(names: S) =>
  z.enum([...names, ...names.map(descending)] as (S[number] | `-${S[number]}`)[]);

/** The page of a list that a caller asks for. */
export const pageParameters = {
  limit: wholeNumber(1, listLimits.page, `From 1 to ${listLimits.page}`).default(listLimits.page),
  offset: wholeNumber(0, fieldLimits.id, 'A whole number from 0').default(0),
};

/** The query of a list: page, search text, category and one of the resource's sort names. */
export const listQuery = <const S extends readonly string[], const C extends readonly string[]>(
  sorts: S,
  categories: C,
) =>
  z.object({
    ...pageParameters,
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
  limit: wholeNumber(1, listLimits.page, `From 1 to ${listLimits.page}`).default(listLimits.summaries),
  /** An item to leave out: a list of related items does not contain the item itself. */
  exclude: pathId.shape.id.optional(),
};
