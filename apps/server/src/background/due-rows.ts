import type * as z from 'zod';
import type { Ctx } from '../context.ts';
import { int, readRows } from '../sql.ts';

/** A table with rows that are worked on when they are due. It also has the columns `tries` and `last_error`. */
export interface DueRowsTable {
  table: string;
  key: string;
  /** Column with the time at which a row is due. While a process works on the row, it holds the end of the lease. */
  at: string;
  /** SQL condition for rows that wait for work. */
  waiting: string;
  /** After this time another process may take the row. */
  leaseMs: number;
}

/** Pauses between tries. Each is twice as long as the one before, up to the longest. */
export interface RetryRules {
  firstPauseMs: number;
  longestPauseMs: number;
  maxTries: number;
  /** Number of tries after which a final refusal, such as an address that does not exist, parks the row. */
  maxRefusals?: number;
  /** SQL that parks a row after its last try, for example `state = 'failed'`. */
  park?: string;
}

type DueRowsContext = Pick<Ctx, 'em' | 'now'>;

/**
 * Each pause is shortened at random by up to this share, so that rows that failed together are not retried together.
 */
const PAUSE_JITTER_SHARE = 0.1;

export const firstDueSql = ({ table, at, waiting }: DueRowsTable): string =>
  `select min(${at}) from ${table} where ${waiting}`;

/** SQL that selects due rows and skips rows that another process has locked. Its parameter is the time. */
export const dueRowsSql = (
  { table, key, at, waiting }: DueRowsTable,
  { where = 'true', order = at, limit = 1 }: { where?: string; order?: string; limit?: number } = {},
): string =>
  `select ${key} from ${table} where ${waiting} and ${at} <= ? and ${where}
   order by ${order} limit ${limit} for update skip locked`;

/**
 * Claims due rows, and returns the key and number of tries of each. No other process gets these rows during the
 * lease.
 */
export async function claimDueRows<Key>(
  { em, now }: DueRowsContext,
  keyType: z.ZodType<Key>,
  { table, key, at, leaseMs }: DueRowsTable,
  due: string,
  params: readonly unknown[] = [],
): Promise<{ id: Key; tries: number }[]> {
  const claimTime = now();
  // PostgreSQL reads an array once. It may read the rows of an `in` several times, and lock others
  return readRows(em, { id: keyType, tries: int })(
    `update ${table} set tries = tries + 1, ${at} = ?, last_error = null
     where ${key} = any(array(${due})) returning ${key} as id, tries`,
    [new Date(claimTime.getTime() + leaseMs), claimTime, ...params],
  );
}

/**
 * Plans the next try after a pause, or parks the row after the last try. A row that another process has claimed
 * meanwhile stays as it is. Returns true when this was the last try.
 */
export async function storeRowFailure<Key extends string | number>(
  { em, now }: DueRowsContext,
  { table, key, at, waiting }: DueRowsTable,
  { firstPauseMs, longestPauseMs, maxTries, maxRefusals = maxTries, park }: RetryRules,
  { id, tries }: { id: Key; tries: number },
  { reason, isRefusal = false }: { reason: string; isRefusal?: boolean },
): Promise<boolean> {
  const isLastTry = tries >= (isRefusal ? maxRefusals : maxTries);
  const retryPauseMs =
    Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs) * (1 - PAUSE_JITTER_SHARE * Math.random());
  await em.execute(
    `update ${table} set ${at} = ?, last_error = ?${isLastTry && park ? `, ${park}` : ''}
     where ${key} = ? and tries = ? and ${waiting}`,
    [new Date(now().getTime() + retryPauseMs), reason, id, tries],
  );
  return isLastTry;
}

/** Makes the text for the column `last_error`, without characters that PostgreSQL refuses. */
export function formatFailure(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return (message.replaceAll('\0', '').toWellFormed() || name).slice(0, 500);
}
