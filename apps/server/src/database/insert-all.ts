import type { EntityKey, EntityManager, EntitySchema, RequiredEntityData } from '@mikro-orm/postgresql';
import { int, listIds, prepareStatement, readPrepared, readRows } from '../sql.ts';

/** An insert in SQL, with `?` for each value. */
export interface Insert {
  sql: string;
  values: readonly unknown[];
}

/** The query builder would take a fifth of a registration's processor time for the columns' names. */
export function makeRow<Row extends object>(
  { em }: { em: EntityManager },
  entity: EntitySchema<Row>,
  data: NoInfer<RequiredEntityData<Row>>,
): Insert {
  const { tableName, properties } = em.getMetadata(entity);
  const platform = em.getPlatform();
  const setFields = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ value, property: properties[name as EntityKey<Row>] }));
  const columns = setFields.map(({ property }) => `"${property.fieldNames[0]}"`);
  return {
    sql: `insert into "${tableName}" (${columns}) values (${setFields.map(() => '?')})`,
    values: setFields.map(({ value, property: { customType } }) =>
      customType ? customType.convertToDatabaseValue(value, platform, { mode: 'query-data' }) : value,
    ),
  };
}

/** SQL of the next row's id, for rows that others name before they are stored. */
export const nextIdSql = ({ meta }: EntitySchema): string =>
  `nextval(pg_get_serial_sequence('${meta.tableName}', 'id'))::int`;

export async function reserveId({ em }: { em: EntityManager }, entity: EntitySchema): Promise<number> {
  const [row] = await readPrepared(em, { id: int })(prepareStatement(`select ${nextIdSql(entity)} as id`));
  if (!row) throw new Error('The sequence gave no id');
  return row.id;
}

/**
 * Gives each item the id of its row before it is stored. PostgreSQL and the entity manager promise no order for the ids
 * that an insert of several rows returns, so rows are never joined with them by position.
 */
export async function assignNewIds<Item extends object>(
  { em }: { em: Pick<EntityManager, 'execute'> },
  entity: EntitySchema,
  items: readonly Item[],
): Promise<(Item & { id: number })[]> {
  if (items.length === 0) return [];
  const rows = await readRows(em, { id: int })(
    `select ${nextIdSql(entity)} as id from generate_series(1, ?::int)`,
    [items.length],
  );
  const ids = listIds(rows).toSorted((one, other) => one - other);
  return items.map((item, at) => {
    const id = ids[at];
    if (id === undefined) throw new Error('The sequence gave too few ids');
    return { ...item, id };
  });
}

/** Stores all or none in one statement, which saves the round trips of each and of a transaction. */
export async function insertAll({ em }: { em: EntityManager }, inserts: readonly Insert[]): Promise<void> {
  if (inserts.length === 0) return;
  const steps = inserts.map(({ sql }, at) => `step_${at + 1} as (${sql})`);
  const values = inserts.flatMap((one) => one.values);
  await readPrepared(em, {})(prepareStatement(`with ${steps.join(', ')} select`), values);
}
