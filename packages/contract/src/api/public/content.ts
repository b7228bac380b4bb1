// The declaration of a content resource comes in and its six REST calls go out: never may they differ from those of
// another resource in more than the declaration says.
import * as z from 'zod';
import type { DayBounds } from '../../fields/day-bounds.ts';
import { pathId } from '../../fields/fields.ts';
import { idempotency, precondition, publicContent, requireScope, wrapData } from '../calls.ts';
import { listQuery, summaryParameters, wrapPage } from '../lists.ts';
import { type Need, needs } from '../rights.constants.ts';

/** Columns of every item, by which any list can be sorted. */
const storedSorts = ['id', 'createdAt', 'updatedAt'] as const;

interface ContentDeclaration {
  path: string;
  /** Entity type in the activity log, the trash and the versions. */
  type: string;
  words: readonly [one: string, many: string];
  notFound: string;
  entity: z.ZodObject;
  input: z.ZodObject;
  /** Orders in addition to those of `storedSorts`. */
  sorts: readonly string[];
  categories: readonly string[];
  summary: z.ZodObject;
  /** Fields in the office's list, if it does not show whole items. */
  listed?: z.ZodObject;
  filters?: z.ZodRawShape;
  /** Options of a change in addition to the stored fields. */
  wishes?: z.ZodRawShape;
  /** An update may set a value that only one item can have. */
  mayCollide?: boolean;
  /** Right that an account needs to see all items and to change them. */
  need?: Need;
  /** Days and times that can be. An update may keep another one that is stored. */
  days?: { readonly [field: string]: DayBounds };
}

type InputSchema<D extends ContentDeclaration> = z.ZodObject<D['input']['shape']>;
type Example<D extends ContentDeclaration> = Required<z.input<InputSchema<D>>>;
type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

/** The part of a declaration that has to agree with its `input`. */
interface InputRules<D extends ContentDeclaration> {
  /** `input` with the rules between fields. PUT checks them on the merged item. */
  create?: z.ZodType<z.output<InputSchema<D>>, z.input<InputSchema<D>>>;
  example: Frozen<Example<D>>;
  days?: NoOther<D['days'], keyof D['input']['shape']>;
}

/** Refuses misspelt names, which a type parameter would take as they are. */
type NoOther<Value, Name extends PropertyKey> = { [Other in Exclude<keyof Value, Name>]: never };
type DeclarationName = keyof ContentDeclaration | keyof InputRules<ContentDeclaration>;

/** Fields that a declaration may leave out. */
type GivenShape<Shape> = Shape extends z.ZodRawShape ? Shape : Record<never, never>;
type ListedSchema<D extends ContentDeclaration> = D extends { listed: z.ZodObject }
  ? D['listed']
  : D['entity'];

/** Declares a content resource. List its file in `content-list.ts` to add it to the contract. */
export const declareContentResource = <const D extends ContentDeclaration>(
  declaration: D & InputRules<D> & NoOther<D, DeclarationName>,
) => {
  const {
    path,
    type,
    words,
    notFound,
    entity,
    sorts,
    categories,
    summary,
  }: Pick<D, keyof ContentDeclaration> = declaration;
  const days: { [field: string]: DayBounds } = declaration.days ?? {};
  const { mayCollide = false, need = needs.content } = declaration;
  const input = declaration.input as InputSchema<D>;
  const { create = input } = declaration;
  const example = declaration.example as Example<D>;
  const filters = (declaration.filters ?? {}) as GivenShape<D['filters']>;
  const wishes = (declaration.wishes ?? {}) as GivenShape<D['wishes']>;
  const [one, many] = words;
  const oneWithArticle = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  // Answers show the example of the input
  const answers: z.ZodObject[] = [entity, summary];
  for (const schema of answers) schema.register(z.globalRegistry, { ...schema.meta(), examples: [example] });
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
      summary: `Add ${oneWithArticle}`,
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
      summary: `Change the given fields of ${oneWithArticle}`,
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
      summary: `Delete ${oneWithArticle}`,
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
    listed: (declaration.listed ?? entity) as ListedSchema<D>,
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
