import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A statement with `:names` for its values, prepared once on each connection. A single statement is its own
 * transaction, which saves the round trips of BEGIN and COMMIT.
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
