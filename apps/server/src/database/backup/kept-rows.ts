import type pg from 'pg';

/** Reads rows of now, which a restore replaces. What it returns writes them afterwards, as JSON in `$1`. */
export const keepRows = (readSql: string, writeSql: string) => async (client: Pick<pg.Client, 'query'>) => {
  const { rows } = await client.query(readSql);
  return async (): Promise<void> => {
    await client.query(writeSql, [JSON.stringify(rows)]);
  };
};
