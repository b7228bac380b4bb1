import { type EntityProperty, JsonType } from '@mikro-orm/core';
import type { EntityManager, EntityMetadata, EntitySchema, RequiredEntityData } from '@mikro-orm/postgresql';
import pg from 'pg';

/** A value that is known only when the statement runs. */
export class Later<Value> {
  declare protected readonly value?: Value;
  readonly write: (query: Query) => string;

  constructor(write: (query: Query) => string) {
    this.write = write;
  }
}

export type Given<Values> = { readonly [Key in keyof Values]-?: Later<Values[Key]> };
export type Fields<Data> = { [Key in keyof Data]: Data[Key] | Later<Data[Key]> };

export class Step<Row extends object = object> {
  readonly columns = new Set<string>();
  readonly write: (query: Query, columns: readonly string[]) => string;

  constructor(write: (query: Query, columns: readonly string[]) => string) {
    this.write = write;
  }

  get<Key extends keyof Row & string>(field: Key): Later<NonNullable<Row[Key]>> {
    this.columns.add(field);
    return new Later((query) => `${query.from(this)}."${field}"`);
  }
}

/** Left out when a row that it takes a value from is not found. */
export const newRow = <Row extends object>(
  entity: EntitySchema<Row>,
  fields: Fields<RequiredEntityData<Row>>,
): Step<Row> => insertStep(entity as EntitySchema, fields);

/** A row for each row that `each` finds. `each` is SQL that can stand after FROM; the fields may name its columns. */
export const newRowForEach = <Row extends object>(
  entity: EntitySchema<Row>,
  each: string,
  fields: Fields<RequiredEntityData<Row>>,
): Step => insertStep(entity as EntitySchema, fields, each);

const insertStep = <Row extends object>(entity: EntitySchema, row: object, each?: string): Step<Row> =>
  new Step((query, columns) => {
    const table = query.table(entity);
    const given = Object.entries(row);
    const targets = given.map(([field]) => table.column(field));
    const values = given.map(([field, value]) => table.value(query, field, value));
    const sources = query.sources(each);
    const returning = columns.length > 0 ? ` returning ${table.aliases(columns)}` : '';
    return `insert into ${table.name} (${targets}) select ${values}${sources}${returning}`;
  });

type Condition<Value> =
  | Value
  | Later<Value>
  | { $lte: Value | Later<Value> }
  | { $gte: Value | Later<Value> };
type Conditions<Row> = { [Key in keyof Row]?: Condition<Row[Key]> } & { $or?: Conditions<Row>[] };

export const existingRow = <Row extends object>(
  entity: EntitySchema<Row>,
  where: Conditions<Row>,
): Step<Row> =>
  new Step((query, columns) => {
    const table = query.table(entity as EntitySchema);
    return `select ${table.aliases(columns)} from ${table.name} where ${toCondition(where, table, query)}`;
  });

/** Rows that take this value are left out when it is null. */
export const ifPresent = <Value extends string | null>(value: Later<Value>): Later<NonNullable<Value>> => {
  const step = new Step<{ value: Value }>((query) => {
    const text = `${value.write(query)}::varchar`;
    return `select ${text} as "value" where ${text} is not null`;
  });
  return step.get('value');
};

export const textWithReturned = (
  parts: TemplateStringsArray,
  ...values: Later<string | number>[]
): Later<string> =>
  new Later((query) => {
    const pieces = parts.flatMap((part, at) => {
      const value = values[at];
      return [isLiteralValue(part), ...(value ? [`${value.write(query)}::text`] : [])];
    });
    return `concat(${pieces})`;
  });

export interface Plan<Answer> {
  rows: readonly Step[];
  answer: Fields<Answer>;
}

/**
 * A prepared statement that inserts all rows or none. It returns undefined when the answer needs a row that
 * is not found. One statement is its own transaction, which saves the round trips of BEGIN and COMMIT.
 */
export function insertTogether<Values extends object, Answer extends object>(
  name: string,
  plan: (given: Given<Values>) => Plan<Answer>,
): (em: EntityManager, values: Values) => Promise<Answer | undefined> {
  let statement: Statement | undefined;
  return async (em, values) => {
    statement ??= writeStatement(em, plan(givenValues<Values>()));
    const { text, given } = statement;
    const pool = await em.getConnection('write').getNativeClient();
    const { rows } = await pool.query<{ answer: Answer }>({
      name,
      text,
      values: given.map((field) => values[field as keyof Values] ?? null),
    });
    return rows[0]?.answer;
  };
}

/** Gives a placeholder for any name, so that a plan can be written before the values exist. */
const givenValues = <Values>(): Given<Values> =>
  new Proxy({} as Given<Values>, {
    get: (_, field) => new Later((query) => query.given(String(field))),
  });

interface Statement {
  text: string;
  /** In the order of the statement's parameters. */
  given: string[];
}

interface Draft {
  em: EntityManager;
  given: string[];
  steps: string[];
  names: Map<Step, string>;
}

function writeStatement(em: EntityManager, { rows, answer }: Plan<object>): Statement {
  const draft: Draft = { em, given: [], steps: [], names: new Map() };
  for (const row of rows) addStep(draft, row);
  const query = new Query(draft);
  const select = `select ${toJsonObject(answer, query)} as answer${query.sources()}`;
  return { text: `with ${draft.steps.join(', ')} ${select}`, given: draft.given };
}

/** Returns the name of the step. Steps that it takes values from come before it. */
function addStep(draft: Draft, step: Step): string {
  const known = draft.names.get(step);
  if (known) return known;
  const text = step.write(new Query(draft), [...step.columns]);
  const name = `step_${draft.steps.length + 1}`;
  draft.steps.push(`${name} as (${text})`);
  draft.names.set(step, name);
  return name;
}

class Query {
  readonly #draft: Draft;
  readonly #sources = new Set<string>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  table(entity: EntitySchema): Table {
    return new Table(this.#draft.em, entity);
  }

  from(step: Step): string {
    const name = addStep(this.#draft, step);
    this.#sources.add(name);
    return name;
  }

  given(field: string): string {
    const { given } = this.#draft;
    if (!given.includes(field)) given.push(field);
    return `$${given.indexOf(field) + 1}`;
  }

  value(value: unknown): string {
    return value instanceof Later ? value.write(this) : isLiteralValue(value);
  }

  sources(...others: (string | undefined)[]): string {
    const all = [...this.#sources, ...others.filter(Boolean)];
    return all.length > 0 ? ` from ${all.join(', ')}` : '';
  }
}

class Table {
  readonly name: string;
  readonly #meta: EntityMetadata;

  constructor(em: EntityManager, entity: EntitySchema) {
    this.#meta = em.getMetadata(entity);
    this.name = `"${this.#meta.tableName}"`;
  }

  column(field: string): string {
    return `"${this.#property(field).fieldNames[0]}"`;
  }

  aliases(fields: readonly string[]): string {
    return fields.map((field) => `${this.column(field)} as "${field}"`).join(', ');
  }

  value(query: Query, field: string, value: unknown): string {
    const { customType, columnTypes } = this.#property(field);
    const isObject = customType instanceof JsonType && typeof value === 'object' && value !== null;
    if (isObject && !(value instanceof Later)) return toJsonObject(value, query);
    // A cast to varchar(40) would cut a longer text; with a cast to varchar the column refuses it
    return `${query.value(value)}::${columnTypes[0]?.replace(/\(.*\)/, '')}`;
  }

  #property(field: string): EntityProperty {
    const property: EntityProperty | undefined = this.#meta.properties[field];
    if (!property) throw new Error(`${this.#meta.className} has no field ${field}`);
    return property;
  }
}

const toJsonObject = (object: object, query: Query): string => {
  const pairs = Object.entries(object).map(([name, value]) => {
    const json =
      value instanceof Later ? value.write(query) : `${isLiteralValue(JSON.stringify(value))}::jsonb`;
    return `${isLiteralValue(name)}, ${json}`;
  });
  return `jsonb_build_object(${pairs})`;
};

const toCondition = (where: object, table: Table, query: Query): string =>
  Object.entries(where)
    .map(([field, value]) => {
      if (field === '$or') {
        return `(${value.map((one: object) => `(${toCondition(one, table, query)})`).join(' or ')})`;
      }
      if (value === null) return `${table.column(field)} is null`;
      const [sign, limit] = toComparison(value);
      return `${table.column(field)} ${sign} ${table.value(query, field, limit)}`;
    })
    .join(' and ');

function toComparison(value: unknown): [sign: string, limit: unknown] {
  if (typeof value === 'object' && value !== null) {
    if ('$lte' in value) return ['<=', value.$lte];
    if ('$gte' in value) return ['>=', value.$gte];
  }
  return ['=', value];
}

function isLiteralValue(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
