import type * as z from 'zod';
import type { Ctx } from '../context.ts';
import { int, readRows } from '../sql.ts';

/** A table whose rows are worked on when they are due. It also has the columns `tries` and `last_error`. */
export interface DueRows {
  table: string;
  key: string;
  /** Column of the due time. While a process works on the row: the end of its lease. */
  at: string;
  /** SQL condition of waiting rows. */
  waiting: string;
  /** After this time another process may take the row. */
  leaseMs: number;
}

/** Pauses between the tries. They double from the first to the longest. */
export interface Retries {
  firstPauseMs: number;
  longestPauseMs: number;
  maxTries: number;
  /** Tries that end with a refusal for good, such as an address that does not exist. */
  maxRefusals?: number;
  /** SQL that parks a row after its last try, for example `state = 'failed'`. */
  park?: string;
}

type Context = Pick<Ctx, 'em' | 'now'>;

/** Pauses are shorter by up to this share, so that rows that failed together do not return together. */
const JITTER_SHARE = 0.1;

export const firstDueSql = ({ table, at, waiting }: DueRows): string =>
  `select min(${at}) from ${table} where ${waiting}`;

/** SQL of due rows; its parameter is the time. Skips rows that another process has locked. */
export const dueRowsSql = (
  { table, key, at, waiting }: DueRows,
  { where = 'true', order = at, limit = 1 }: { where?: string; order?: string; limit?: number } = {},
): string =>
  `select ${key} from ${table} where ${waiting} and ${at} <= ? and ${where}
   order by ${order} limit ${limit} for update skip locked`;

/** Returns the keys, and the number of each try. No other process gets the rows during the lease. */
export async function claimDue<Key>(
  { em, now }: Context,
  keyType: z.ZodType<Key>,
  { table, key, at, leaseMs }: DueRows,
  due: string,
  params: readonly unknown[] = [],
): Promise<{ id: Key; tries: number }[]> {
  const time = now();
  // An array is read once; `in` may read its rows several times and lock others
  return readRows(em, { id: keyType, tries: int })(
    `update ${table} set tries = tries + 1, ${at} = ?, last_error = null
     where ${key} = any(array(${due})) returning ${key} as id, tries`,
    [new Date(time.getTime() + leaseMs), time, ...params],
  );
}

/**
 * Plans the next try after a pause, or parks the row after the last try. A row that another process has
 * claimed meanwhile stays as it is. Returns whether this was the last try.
 */
export async function storeFailure<Key extends string | number>(
  { em, now }: Context,
  { table, key, at, waiting }: DueRows,
  { firstPauseMs, longestPauseMs, maxTries, maxRefusals = maxTries, park }: Retries,
  { id, tries }: { id: Key; tries: number },
  { reason, isRefusal = false }: { reason: string; isRefusal?: boolean },
): Promise<boolean> {
  const isOver = tries >= (isRefusal ? maxRefusals : maxTries);
  const pause =
    Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs) * (1 - JITTER_SHARE * Math.random());
  await em.execute(
    `update ${table} set ${at} = ?, last_error = ?${isOver && park ? `, ${park}` : ''}
     where ${key} = ? and tries = ? and ${waiting}`,
    [new Date(now().getTime() + pause), reason, id, tries],
  );
  return isOver;
}

/** Text of the error for the column `last_error`, without characters that PostgreSQL refuses. */
export function formatFailure(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return (message.replaceAll('\0', '').toWellFormed() || name).slice(0, 500);
}
