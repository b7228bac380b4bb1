import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { ColumnSealing } from '../crypto/sealed-columns.ts';
import { withClient } from '../database/client.ts';
import { startErrorOfDatabase } from '../database/database-errors.ts';
import { type MigrationsListener, migrate } from '../database/migrate.ts';
import { accountSecretColumn, encryptSecrets } from '../modules/platform/accounts/account-secrets.ts';
import {
  fingerprintKeyColumn,
  storeRestoredKey,
} from '../modules/platform/suppression/fingerprint.service.ts';
import { formerWebhookSecretColumn, webhookSecretColumn } from '../modules/platform/webhooks/signature.ts';
import {
  pageKeyColumn,
  privateAnswerColumn,
} from '../modules/school/applicant-documents/page-store.service.ts';
import { signingSecret } from '../modules/school/certificates/signing-key.service.ts';
import { sealedMedicalColumn } from '../modules/school/registrations/registration-medical.service.ts';
import { encryptMedical } from '../modules/school/registrations/registration-medical-encryption.service.ts';

interface DatabasePreparationOptions {
  onMigrated?: MigrationsListener;
  /** False for a command that may restore a missing data key, or that works without the key. */
  mustHaveKeys?: boolean;
}

/**
 * Migrates the database and checks that it belongs to the data key. When `DATABASE_URL` names a database, this is the
 * first connection to it.
 */
export async function prepareDatabase(
  config: Config,
  connection: pg.ClientConfig,
  { onMigrated, mustHaveKeys = true }: DatabasePreparationOptions = {},
): Promise<void> {
  try {
    await migrate(connection, undefined, onMigrated);
    await encryptMedical(connection, makeColumnSealing(config.dataKeys), { mustHaveKeys });
    await encryptSecrets(connection, config);
    await withClient(connection, 'fingerprints', (client) => storeRestoredKey(client, config));
  } catch (error) {
    throw config.databaseUrl ? startErrorOfDatabase('DATABASE_URL', error) : error;
  }
}

export const makeColumnSealing = (keys: DataKeys): ColumnSealing => ({
  keys,
  columns: [
    sealedMedicalColumn,
    accountSecretColumn,
    webhookSecretColumn,
    formerWebhookSecretColumn,
    fingerprintKeyColumn,
    signingSecret,
    pageKeyColumn,
    privateAnswerColumn,
  ],
});
