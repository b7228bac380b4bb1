// Makes the six REST calls of a content resource from its declaration. The calls of two resources must differ only in
// what their declarations say.
import * as z from 'zod';
import type { DayBounds } from '../../fields/day-bounds.ts';
import { pathId } from '../../fields/fields.ts';
import { idempotencyHeaders, ifMatchHeaders, publicContent, requireScope, wrapData } from '../calls.ts';
import { listQuery, summaryParameters, wrapPage } from '../lists.ts';
import { type Need, needs } from '../rights.constants.ts';

/** Columns that every item has. Any list can be sorted by them. */
const storedSortNames = ['id', 'createdAt', 'updatedAt'] as const;

interface ContentDeclaration {
  path: string;
  /** Type of the item in the activity log, in the trash and in its versions. */
  type: string;
  words: readonly [one: string, many: string];
  notFound: string;
  entity: z.ZodObject;
  input: z.ZodObject;
  /** Sort orders in addition to those of `storedSortNames`. */
  sorts: readonly string[];
  categories: readonly string[];
  summary: z.ZodObject;
  /** Fields of an item in the office's list, when the list does not show whole items. */
  listed?: z.ZodObject;
  filters?: z.ZodRawShape;
  /** Options of an update that are not stored fields. */
  wishes?: z.ZodRawShape;
  /** True when an update may set a value that only one item can have. */
  mayCollide?: boolean;
  /** Right that an account needs to see all items and to change them. */
  need?: Need;
  /** Limits for days and times. An update may keep a stored value outside of them. */
  days?: { readonly [field: string]: DayBounds };
}

type InputSchema<D extends ContentDeclaration> = z.ZodObject<D['input']['shape']>;
type DeclarationExample<D extends ContentDeclaration> = Required<z.input<InputSchema<D>>>;
type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** Parts of a declaration that must agree with its `input`. */
interface InputRules<D extends ContentDeclaration> {
  /** `input` with rules between fields. PUT checks these rules on the merged item. */
  create?: z.ZodType<z.output<InputSchema<D>>, z.input<InputSchema<D>>>;
  example: DeepReadonly<DeclarationExample<D>>;
  days?: NoOtherKeys<D['days'], keyof D['input']['shape']>;
}

/** Refuses misspelt names, which a type parameter would accept. */
type NoOtherKeys<Value, Name extends PropertyKey> = { [Other in Exclude<keyof Value, Name>]: never };
type DeclarationName = keyof ContentDeclaration | keyof InputRules<ContentDeclaration>;

/** The type of fields that a declaration may leave out. */
type ShapeOrEmpty<Shape> = Shape extends z.ZodRawShape ? Shape : Record<never, never>;
type ListedSchema<D extends ContentDeclaration> = D extends { listed: z.ZodObject }
  ? D['listed']
  : D['entity'];

/** Declares a content resource. List its file in `content-list.ts` to add it to the contract. */
export const declareContentResource = <const D extends ContentDeclaration>(
  declaration: D & InputRules<D> & NoOtherKeys<D, DeclarationName>,
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
  const dayBounds: { [field: string]: DayBounds } = declaration.days ?? {};
  const { mayCollide = false, need = needs.content } = declaration;
  const inputSchema = declaration.input as InputSchema<D>;
  const { create = inputSchema } = declaration;
  const inputExample = declaration.example as DeclarationExample<D>;
  const filterShape = (declaration.filters ?? {}) as ShapeOrEmpty<D['filters']>;
  const wishFields = (declaration.wishes ?? {}) as ShapeOrEmpty<D['wishes']>;
  const [one, many] = words;
  const itemWithArticle = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;
  // Answers have the same example as the input
  const answerSchemas: z.ZodObject[] = [entity, summary];
  for (const answerSchema of answerSchemas)
    answerSchema.register(z.globalRegistry, { ...answerSchema.meta(), examples: [inputExample] });
  const entityName = entity.meta()?.id;
  const exampleChanges = Object.fromEntries(Object.entries(inputExample).slice(0, 2));
  // Written without `c.router`, which can check types only outside of a generic function
  const resourceRoutes = {
    list: {
      method: 'GET',
      path: `/${path}`,
      query: listQuery([...storedSortNames, ...sorts], categories).extend(filterShape),
      responses: { 200: wrapPage(entity) },
      summary: `List ${many}`,
      description:
        'Visitors get what the site shows; accounts, and API keys with the scope `content:read`, get everything.',
      metadata: publicContent,
    },
    summaries: {
      method: 'GET',
      path: `/${path}/summaries`,
      query: listQuery([...storedSortNames, ...sorts], categories).extend({
        ...summaryParameters,
        ...filterShape,
      }),
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
      headers: idempotencyHeaders,
      body: create.meta({ id: `${entityName}Input`, examples: [inputExample] }),
      responses: { 201: wrapData(entity) },
      summary: `Add ${itemWithArticle}`,
      description: 'The site shows it, unless its own fields hide it.',
      metadata: requireScope('content:write', need),
    },
    update: {
      method: 'PUT',
      path: `/${path}/:id`,
      pathParams: pathId,
      headers: ifMatchHeaders,
      body: inputSchema
        .extend(wishFields)
        .partial()
        .meta({ id: `${entityName}Changes`, examples: [exampleChanges] }),
      responses: { 200: wrapData(entity) },
      summary: `Change the given fields of ${itemWithArticle}`,
      description: 'Fields that are not sent stay as they are.',
      metadata: { ...requireScope('content:write', need), mayCollide },
    },
    remove: {
      method: 'DELETE',
      path: `/${path}/:id`,
      pathParams: pathId,
      headers: ifMatchHeaders,
      body: z.unknown(),
      responses: { 200: wrapData(z.object({ id: z.int() })) },
      summary: `Delete ${itemWithArticle}`,
      description: 'It goes to the trash, from which the office can restore it.',
      metadata: requireScope('content:write', need),
    },
  } as const;
  return {
    key: path,
    type,
    words,
    notFound,
    example: inputExample,
    categories,
    entity,
    summary,
    listed: (declaration.listed ?? entity) as ListedSchema<D>,
    input: inputSchema,
    days: dayBounds,
    need,
    routes: resourceRoutes,
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
