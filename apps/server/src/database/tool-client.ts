import type pg from 'pg';
import { readErrorCode } from '../errors.ts';
import { isDatabaseUnreachable } from './database-errors.ts';
import { withoutServerTimeouts } from './pooler.ts';

/** Begins a transaction without the time limits that a role may have, because copying images takes longer. */
export async function beginWithoutLimits(client: pg.Client, mode = ''): Promise<void> {
  const removeTimeoutStatements = Object.keys(withoutServerTimeouts).map((limit) => `SET LOCAL ${limit} = 0`);
  await client.query([`BEGIN ${mode}`, ...removeTimeoutStatements].join('; '));
}

/** Explains a failure of the database. Returns undefined when the database is not at fault. */
export function describeDatabaseFailure(error: unknown): string | undefined {
  if (!isDatabaseUnreachable(error)) return undefined;
  const databaseErrorMessage = error instanceof Error ? error.message : '';
  return `the database cannot be used (${databaseErrorMessage || readErrorCode(error)})`;
}
