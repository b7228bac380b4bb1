import * as z from 'zod';
import type { DayBounds } from '../fields/day-bounds.ts';
import { pathId } from '../fields/fields.ts';
import { idempotency, precondition, publicContent, requireScope, wrapData } from './calls.ts';
import { listQuery, summaryParameters, wrapPage } from './lists.ts';
import { type Need, needs } from './rights.constants.ts';

/** Columns of every item, by which any list can be sorted. */
const storedSorts = ['id', 'createdAt', 'updatedAt'] as const;

/** Declares a content resource. List its file in `content-list.ts` to add it to the contract. */
export const contentResource = <
  const P extends string,
  const T extends string,
  E extends z.ZodRawShape,
  I extends z.ZodRawShape,
  const S extends readonly string[],
  const C extends readonly string[],
  M extends z.ZodRawShape,
  F extends z.ZodRawShape = Record<never, never>,
  W extends z.ZodRawShape = Record<never, never>,
>({
  path,
  type,
  words,
  notFound,
  entity,
  input,
  create = input,
  example,
  sorts,
  categories,
  summary,
  days = {},
  filters = {} as F,
  wishes = {} as W,
  mayCollide = false,
  need = needs.content,
}: {
  path: P;
  /** Entity type in the activity log, the trash and the versions. */
  type: T;
  words: readonly [one: string, many: string];
  notFound: string;
  entity: z.ZodObject<E>;
  input: z.ZodObject<I>;
  /** `input` with the rules between fields. PUT checks them on the merged item. */
  create?: z.ZodType<z.output<z.ZodObject<I>>, z.input<z.ZodObject<I>>>;
  example: Required<z.input<z.ZodObject<I>>>;
  /** Orders in addition to those of `storedSorts`. */
  sorts: S;
  categories: C;
  summary: z.ZodObject<M>;
  /** Days and times that can be. An update may keep another one that is stored. */
  days?: { [Field in keyof I & string]?: DayBounds };
  filters?: F;
  /** What a change may ask for in addition to the stored fields. */
  wishes?: W;
  /** A change may give it what only one item can have. */
  mayCollide?: boolean;
  /** What accounts need to see all of it and to change it. */
  need?: Need;
}) => {
  const [one, many] = words;
  const aOne = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  // Answers show the example of the input
  entity.register(z.globalRegistry, { ...entity.meta(), examples: [example] });
  summary.register(z.globalRegistry, { ...summary.meta(), examples: [example] });
  const name = entity.meta()?.id;
  const changed = Object.fromEntries(Object.entries(example).slice(0, 2));
  // Not built by `c.router`, which type-checks only outside a generic
  const routes = {
    list: {
      method: 'GET',
      path: `/${path}`,
      query: listQuery([...storedSorts, ...sorts], categories).extend(filters),
      responses: { 200: wrapPage(entity) },
      summary: `List ${many}`,
      description:
        'Visitors get what the site shows; accounts, and API keys with the scope `content:read`, get everything.',
      metadata: publicContent,
    },
    summaries: {
      method: 'GET',
      path: `/${path}/summaries`,
      query: listQuery([...storedSorts, ...sorts], categories).extend({ ...summaryParameters, ...filters }),
      responses: { 200: wrapPage(summary) },
      summary: `List ${many} as their cards show them`,
      description: 'Fewer fields and shorter texts than the whole items have.',
      metadata: publicContent,
    },
    get: {
      method: 'GET',
      path: `/${path}/:id`,
      pathParams: pathId,
      responses: { 200: wrapData(entity) },
      summary: `Get one ${one}`,
      description:
        'Visitors get an item that the site shows; accounts, and API keys with the scope `content:read`, any item.',
      metadata: publicContent,
    },
    create: {
      method: 'POST',
      path: `/${path}`,
      headers: idempotency,
      body: create.meta({ id: `${name}Input`, examples: [example] }),
      responses: { 201: wrapData(entity) },
      summary: `Add ${aOne}`,
      description: 'The site shows it, unless its own fields hide it.',
      metadata: requireScope('content:write', need),
    },
    update: {
      method: 'PUT',
      path: `/${path}/:id`,
      pathParams: pathId,
      headers: precondition,
      body: input
        .extend(wishes)
        .partial()
        .meta({ id: `${name}Changes`, examples: [changed] }),
      responses: { 200: wrapData(entity) },
      summary: `Change the given fields of ${aOne}`,
      description: 'Fields that are not sent stay as they are.',
      metadata: { ...requireScope('content:write', need), mayCollide },
    },
    remove: {
      method: 'DELETE',
      path: `/${path}/:id`,
      pathParams: pathId,
      headers: precondition,
      body: z.unknown(),
      responses: { 200: wrapData(z.object({ id: z.int() })) },
      summary: `Delete ${aOne}`,
      description: 'It goes to the trash, from which the office can restore it.',
      metadata: requireScope('content:write', need),
    },
  } as const;
  return {
    key: path,
    type,
    words,
    notFound,
    example,
    categories,
    entity,
    summary,
    input,
    days,
    need,
    routes,
  };
};

export interface AnyContentResource {
  key: string;
  type: string;
  words: readonly [one: string, many: string];
  notFound: string;
  example: object;
  categories: readonly string[];
  need: Need;
  routes: { list: { path: string } };
}
