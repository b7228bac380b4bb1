import type { EntityManager, EntitySchema, RequiredEntityData } from '@mikro-orm/postgresql';

/** An insert in SQL, with `?` for each value. */
export interface Insert {
  sql: string;
  values: readonly unknown[];
}

export function newRow<Row extends object>(
  { em }: { em: EntityManager },
  entity: EntitySchema<Row>,
  data: NoInfer<RequiredEntityData<Row>>,
): Insert {
  const { sql, params } = em.createQueryBuilder(entity).insert(data).toQuery();
  return { sql, values: params };
}

/** SQL of the id of the next row, for rows that others name before any of them is stored. */
export const nextIdSql = ({ meta }: EntitySchema): string =>
  `nextval(pg_get_serial_sequence('${meta.tableName}', 'id'))::int`;

/** Reads one row outside of any transaction. Each connection plans a named statement once. */
export async function readNamed<Row extends object>(
  { em }: { em: EntityManager },
  statement: { name: string; text: string; values?: unknown[] },
): Promise<Row | undefined> {
  const pool = await em.getConnection('write').getNativeClient();
  const { rows } = await pool.query<Row>(statement);
  return rows[0];
}

export async function takeId(ctx: { em: EntityManager }, entity: EntitySchema): Promise<number> {
  const name = `next id of ${entity.meta.tableName}`;
  const row = await readNamed<{ id: number }>(ctx, { name, text: `select ${nextIdSql(entity)} as id` });
  if (!row) throw new Error('The sequence gave no id');
  return row.id;
}

/** Stores all or none in one statement, which saves the round trips of each and of BEGIN and COMMIT. */
export async function insertAll({ em }: { em: EntityManager }, inserts: readonly Insert[]): Promise<void> {
  if (inserts.length === 0) return;
  const steps = inserts.map(({ sql }, at) => `step_${at + 1} as (${sql})`);
  await em.execute(
    `with ${steps.join(', ')} select`,
    inserts.flatMap(({ values }) => values),
  );
}
