import type pg from 'pg';
import type { Config } from '../config.ts';
import { encryptSecrets } from './account-secrets.ts';
import { encryptMedical } from './encrypt-medical.ts';
import { migrate, type OnMigrated } from './migrate.ts';
import { startErrorOfDatabase } from './start-failure.ts';

interface Options {
  onMigrated?: OnMigrated;
  /** False for a command that may bring a missing data key back, or do without it. */
  mustHaveKeys?: boolean;
}

/** Migrates the database, and checks that the data key belongs to it. With a given database this is also the first connection. */
export async function prepareDatabase(
  config: Config,
  connection: pg.ClientConfig,
  { onMigrated, mustHaveKeys = true }: Options = {},
): Promise<void> {
  try {
    await migrate(connection, undefined, onMigrated);
    await encryptMedical(connection, config.dataKeys, { mustHaveKeys });
    await encryptSecrets(connection, config);
  } catch (error) {
    throw config.databaseUrl ? startErrorOfDatabase('DATABASE_URL', error) : error;
  }
}
