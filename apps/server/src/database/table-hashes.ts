import pg from 'pg';

const quote = pg.escapeIdentifier;

/** Equal rows have equal hashes, in whatever order and database they are. */
export interface TableAmount {
  rows: number;
  hash: string;
}

/**
 * Generated columns do not count. Times are read in the time zone of the transaction, so both sides of a
 * comparison need the same one.
 */
export async function hashTables(
  client: Pick<pg.Client, 'query'>,
  tables: readonly string[],
): Promise<Record<string, TableAmount>> {
  const amounts: Record<string, TableAmount> = {};
  for (const table of tables) {
    // a sum of hashes needs neither an order nor memory
    const { rows } = await client.query<TableAmount>(
      `SELECT count(*)::float8 AS rows, md5(concat_ws(' ', ${half('left')}, ${half('right')})) AS hash
       FROM (SELECT md5((to_jsonb(t) - $1::text[])::text) AS md5 FROM ${quote(table)} t) AS hashes`,
      [await generatedColumns(client, table)],
    );
    if (rows[0]) amounts[table] = rows[0];
  }
  return amounts;
}

const half = (side: 'left' | 'right') => `coalesce(sum(('x' || ${side}(md5, 16))::bit(64)::bigint), 0)`;

async function generatedColumns(client: Pick<pg.Client, 'query'>, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT column_name::text AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated <> 'NEVER'`,
    [table],
  );
  return rows.map(({ name }) => name);
}
