import pg from 'pg';
import { errorCode } from '../errors.ts';
import { isDatabaseUnreachable } from './database-unreachable.ts';
import { withoutServerTimeouts } from './pooler.ts';

/** Opens the connection of a command. */
export async function openToolClient(connection: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: `institute ${name}` });
  // if this connection is lost, the next statement fails by itself
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Begins a transaction without the time limits that a role may have. Copying pictures takes longer. */
export async function beginWithoutLimits(client: pg.Client, mode = ''): Promise<void> {
  const limits = Object.keys(withoutServerTimeouts).map((limit) => `SET LOCAL ${limit} = 0`);
  await client.query([`BEGIN ${mode}`, ...limits].join('; '));
}

/** A reason for the operator. Undefined when the database is not at fault. */
export function databaseReason(error: unknown): string | undefined {
  if (!isDatabaseUnreachable(error)) return undefined;
  const message = error instanceof Error ? error.message : '';
  return `the database cannot be used (${message || errorCode(error)})`;
}
