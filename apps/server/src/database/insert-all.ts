import type { EntityKey, EntityManager, EntitySchema, RequiredEntityData } from '@mikro-orm/postgresql';
import { int, listIds, prepareStatement, readPrepared, readRows } from '../sql.ts';

/** An insert in SQL, with `?` in place of each value. */
export interface InsertStatement {
  sql: string;
  values: readonly unknown[];
}

/**
 * Makes the insert of one row. The query builder would take a fifth of a registration's processor time for the names
 * of columns.
 */
export function makeRowInsert<Row extends object>(
  { em }: { em: EntityManager },
  entity: EntitySchema<Row>,
  data: NoInfer<RequiredEntityData<Row>>,
): InsertStatement {
  const { tableName, properties } = em.getMetadata(entity);
  const platform = em.getPlatform();
  const givenFieldValues = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ value, property: properties[name as EntityKey<Row>] }));
  const quotedColumnNames = givenFieldValues.map(({ property }) => `"${property.fieldNames[0]}"`);
  return {
    sql: `insert into "${tableName}" (${quotedColumnNames}) values (${givenFieldValues.map(() => '?')})`,
    values: givenFieldValues.map(({ value, property: { customType } }) =>
      customType ? customType.convertToDatabaseValue(value, platform, { mode: 'query-data' }) : value,
    ),
  };
}

/** SQL of the next id of a table, for a row that other rows refer to before it is stored. */
export const nextIdSql = ({ meta }: EntitySchema): string =>
  `nextval(pg_get_serial_sequence('${meta.tableName}', 'id'))::int`;

export async function reserveId({ em }: { em: EntityManager }, entity: EntitySchema): Promise<number> {
  const [row] = await readPrepared(em, { id: int })(prepareStatement(`select ${nextIdSql(entity)} as id`));
  if (!row) throw new Error('The sequence gave no id');
  return row.id;
}

/**
 * Gives each item an id before it is stored. An insert of several rows returns their ids in no certain order, so ids
 * could not be matched to items by position afterwards.
 */
export async function assignNewIds<Item extends object>(
  { em }: { em: Pick<EntityManager, 'execute'> },
  entity: EntitySchema,
  items: readonly Item[],
): Promise<(Item & { id: number })[]> {
  if (items.length === 0) return [];
  const newIdRows = await readRows(em, { id: int })(
    `select ${nextIdSql(entity)} as id from generate_series(1, ?::int)`,
    [items.length],
  );
  const sortedNewIds = listIds(newIdRows).toSorted((one, other) => one - other);
  return items.map((item, at) => {
    const id = sortedNewIds[at];
    if (id === undefined) throw new Error('The sequence gave too few ids');
    return { ...item, id };
  });
}

/** Stores all rows in one statement, or none. This saves the round trips of single inserts and of a transaction. */
export async function insertAllInOneStatement(
  { em }: { em: EntityManager },
  inserts: readonly InsertStatement[],
): Promise<void> {
  if (inserts.length === 0) return;
  const insertSteps = inserts.map(({ sql }, at) => `step_${at + 1} as (${sql})`);
  const allInsertValues = inserts.flatMap((one) => one.values);
  await readPrepared(em, {})(prepareStatement(`with ${insertSteps.join(', ')} select`), allInsertValues);
}
