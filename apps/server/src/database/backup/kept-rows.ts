import type pg from 'pg';

/**
 * Reads current rows that a restore is about to replace. Returns a function that writes them back afterwards, as JSON
 * in `$1` of `writeSql`, and returns their number.
 */
export const preserveRows =
  (readSql: string, writeSql: string) => async (client: Pick<pg.Client, 'query'>) => {
    const { rows } = await client.query(readSql);
    return async (): Promise<number> => {
      await client.query(writeSql, [JSON.stringify(rows)]);
      return rows.length;
    };
  };
