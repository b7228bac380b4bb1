import type { Ctx } from '../context.ts';

/** A table whose rows are worked on when they are due. It also has the columns `tries` and `last_error`. */
export interface DueRows {
  table: string;
  /** The primary key. */
  key: string;
  /** The column of the time when a row is due. While a process works on it: when its lease ends. */
  at: string;
  /** SQL of the rows that wait for their time. */
  waiting: string;
  /** After this time another process may take the row. */
  leaseMs: number;
  /** Pauses between tries double from the first to the longest. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** Tries until a row is parked. */
  maxTries: number;
  /** SQL that parks a row, for example `state = 'failed'`. */
  park?: string;
}

type Context = Pick<Ctx, 'em' | 'now'>;

/** A pause is shorter by up to this part of it, so that rows that failed together do not come back together. */
const JITTER = 0.1;

/** SQL of the time when the first row is due. */
export const firstDue = ({ table, at, waiting }: DueRows): string =>
  `select min(${at}) from ${table} where ${waiting}`;

/** SQL of rows that are due, with the time as its parameter. It leaves out those that another process takes now. */
export const dueRows = (
  { table, key, at, waiting }: DueRows,
  { where = 'true', order = at, limit = 1 }: { where?: string; order?: string; limit?: number } = {},
): string =>
  `select ${key} from ${table} where ${waiting} and ${at} <= ? and ${where}
   order by ${order} limit ${limit} for update skip locked`;

/** Takes the rows that `due` selects, and returns their keys. No other process gets them during the lease. */
export async function claimDue<Key>(
  { em, now }: Context,
  { table, key, at, leaseMs }: DueRows,
  due: string,
  params: readonly unknown[] = [],
): Promise<Key[]> {
  const time = now();
  // an array is read once, where `in` may read its rows and lock others several times
  const claimed = await em.execute<{ key: Key }[]>(
    `update ${table} set tries = tries + 1, ${at} = ?, last_error = null
     where ${key} = any(array(${due})) returning ${key} as key`,
    [new Date(time.getTime() + leaseMs), time, ...params],
  );
  return claimed.map((row) => row.key);
}

/**
 * Plans the next try of a row after a pause, or parks it after the last one. A row that somebody else has taken over
 * meanwhile stays as it is. Returns whether this was the last try.
 */
export async function storeFailure<Key extends string | number>(
  { em, now }: Context,
  { table, key, at, waiting, firstPauseMs, longestPauseMs, maxTries, park }: DueRows,
  { id, tries }: { id: Key; tries: number },
  reason: string,
): Promise<boolean> {
  const isOver = tries >= maxTries;
  const pause = Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs) * (1 - JITTER * Math.random());
  await em.execute(
    `update ${table} set ${at} = ?, last_error = ?${isOver && park ? `, ${park}` : ''}
     where ${key} = ? and tries = ? and ${waiting}`,
    [new Date(now().getTime() + pause), reason, id, tries],
  );
  return isOver;
}

/** The message of anything thrown, as the database takes it. */
export function reasonOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return (message.replaceAll('\0', '').toWellFormed() || name).slice(0, 500);
}
