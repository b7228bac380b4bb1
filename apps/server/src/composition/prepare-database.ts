import type pg from 'pg';
import type { Config } from '../config.ts';
import { migrate, type OnMigrated } from '../database/migrate.ts';
import { startErrorOfDatabase } from '../database/start-failure.ts';
import { encryptSecrets } from '../modules/accounts/account-secrets.ts';
import { encryptMedical } from '../modules/registrations/encrypt-medical.ts';
import { sealingWith } from './sealed-columns.ts';

interface Options {
  onMigrated?: OnMigrated;
  /** False for a command that may restore a missing data key, or work without it. */
  mustHaveKeys?: boolean;
}

/**
 * Migrates the database and checks that the data key belongs to it. With a given database this is also the
 * first connection.
 */
export async function prepareDatabase(
  config: Config,
  connection: pg.ClientConfig,
  { onMigrated, mustHaveKeys = true }: Options = {},
): Promise<void> {
  try {
    await migrate(connection, undefined, onMigrated);
    await encryptMedical(connection, sealingWith(config.dataKeys), { mustHaveKeys });
    await encryptSecrets(connection, config);
  } catch (error) {
    throw config.databaseUrl ? startErrorOfDatabase('DATABASE_URL', error) : error;
  }
}
