import type pg from 'pg';

/** Reads rows of now, which a restore replaces. What it returns writes them afterwards, as JSON in `$1`, and says how many. */
export const keepRows = (readSql: string, writeSql: string) => async (client: Pick<pg.Client, 'query'>) => {
  const { rows } = await client.query(readSql);
  return async (): Promise<number> => {
    await client.query(writeSql, [JSON.stringify(rows)]);
    return rows.length;
  };
};
