import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * One statement with `:names` for its values, prepared once on each connection. It is a transaction by
 * itself: for the public forms, where a round trip to begin and one to commit would be most of the cost.
 */
export function prepared<Row>(name: string, sql: string) {
  const names: string[] = [];
  // `::type` is a cast
  const text = sql.replace(/(?<!:):([a-z]\w*)/gi, (_, value: string) => {
    if (!names.includes(value)) names.push(value);
    return `$${names.indexOf(value) + 1}`;
  });

  return async (em: EntityManager, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const pool = await em.getConnection('write').getNativeClient();
    const { rows } = await pool.query({ name, text, values: names.map((key) => values[key] ?? null) });
    return rows;
  };
}
