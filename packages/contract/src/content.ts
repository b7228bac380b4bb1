import * as z from 'zod';
import { anyone, bearer, data, listQuery, page, pathId, precondition, summaryParameters } from './common.ts';

/** What each content resource says of itself; the routes follow from it. */
interface ContentResource<
  P extends string,
  E extends z.ZodRawShape,
  I extends z.ZodRawShape,
  S extends readonly string[],
  C extends readonly string[],
  M extends z.ZodRawShape,
  F extends z.ZodRawShape,
> {
  path: P;
  /** Singular and plural for the API reference. */
  words: readonly [one: string, many: string];
  entity: z.ZodObject<E>;
  input: z.ZodObject<I>;
  /** `input` with the rules that span several fields; PUT applies those to the merged result. */
  create?: z.ZodType<z.output<z.ZodObject<I>>, z.input<z.ZodObject<I>>>;
  sorts: S;
  categories: C;
  /** What a card in a public list shows. */
  summary: z.ZodObject<M>;
  /** By what a list of summaries can be narrowed besides. */
  filters?: F;
}

/** The calls of a content resource. A plain object: `c.router` type-checks only outside a generic. */
export const contentRoutes = <
  const P extends string,
  E extends z.ZodRawShape,
  I extends z.ZodRawShape,
  const S extends readonly string[],
  const C extends readonly string[],
  M extends z.ZodRawShape,
  F extends z.ZodRawShape = Record<never, never>,
>({
  path,
  words: [one, many],
  entity,
  input,
  create = input,
  sorts,
  categories,
  summary,
  filters = {} as F,
}: ContentResource<P, E, I, S, C, M, F>) =>
  ({
    list: {
      method: 'GET',
      path: `/${path}`,
      query: listQuery(sorts, categories),
      responses: { 200: page(entity) },
      summary: `List ${many}`,
      metadata: anyone,
    },
    summaries: {
      method: 'GET',
      path: `/${path}/summaries`,
      query: listQuery(sorts, categories).extend({ ...summaryParameters, ...filters }),
      responses: { 200: page(summary) },
      summary: `List ${many} as their cards show them`,
      metadata: anyone,
    },
    get: {
      method: 'GET',
      path: `/${path}/:id`,
      pathParams: pathId,
      responses: { 200: data(entity) },
      summary: `Get one ${one}`,
      metadata: anyone,
    },
    create: {
      method: 'POST',
      path: `/${path}`,
      body: create,
      responses: { 201: data(entity) },
      summary: `Add a ${one}`,
      metadata: bearer,
    },
    update: {
      method: 'PUT',
      path: `/${path}/:id`,
      pathParams: pathId,
      headers: precondition,
      body: input.partial(),
      responses: { 200: data(entity) },
      summary: `Change the given fields of a ${one}`,
      metadata: bearer,
    },
    remove: {
      method: 'DELETE',
      path: `/${path}/:id`,
      pathParams: pathId,
      headers: precondition,
      body: z.unknown(),
      responses: { 200: data(z.object({ id: z.int() })) },
      summary: `Delete a ${one}`,
      metadata: bearer,
    },
  }) as const;
