import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { loadKeys } from '../../../crypto/data-keys.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { writeBackup } from '../../../database/backup/backup.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { openClient } from '../../../database/client.ts';
import { rotateDataKey } from '../../../database/rotate-data-key.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { runInTransaction } from '../../../transaction.ts';
import { subscribeAddress, unsubscribeByToken } from '../../school/newsletter/newsletter.service.ts';
import { findSubscription } from '../../school/newsletter/subscriber-list.service.ts';
import { lockSmsNumber, readSmsNumber } from '../outbox/sms/sms-number.service.ts';
import { storeRestoredKey } from './fingerprint.service.ts';

const t = useTestAppPerTest();
const number = '+256772000001';
const email = 'ann@example.org';

const stop = () =>
  runInTransaction(t.jobContext(), async (tx) => {
    Object.assign(await lockSmsNumber(tx, number), { stoppedAt: tx.now() });
    await tx.em.flush();
  });
/** As a process with another `AUTH_SECRET`. */
const elsewhere = () => ({ ...t.jobContext(), config: { ...t.config, authSecret: 'x'.repeat(40) } });
async function known() {
  const { isStopped } = await readSmsNumber(elsewhere(), number);
  return { isStopped, left: (await findSubscription(elsewhere(), email))?.state };
}
const both = { isStopped: true, left: 'unsubscribed' };
const keys = () => t.sql('select id from fingerprint_keys');

/** Without the key, as a database of an earlier version has them. */
async function storeEarlierFingerprints() {
  const hash = (purpose: 'sms number' | 'newsletter address', text: string) =>
    deriveSecret(t.config, purpose, text);
  await t.sql('insert into sms_numbers (key, wrote_at, stopped_at) values (?, now(), now())', [
    hash('sms number', number),
  ]);
  await t.sql(`insert into subscribers (left_hash, state, token) values (?, 'unsubscribed', 'token')`, [
    hash('newsletter address', email),
  ]);
}
async function adopt() {
  const client = await openClient(t.db.connection, 'test');
  await storeRestoredKey(client, t.config).finally(() => client.end());
}

test('a new AUTH_SECRET forgets no STOP and no leaving, nor does a new data key', async () => {
  await stop();
  await subscribeAddress(t.jobContext(), email);
  const [row] = await t.sql<{ token: string }>('select token from subscribers');
  await unsubscribeByToken(t.jobContext(), row?.token ?? '');
  expect(await known()).toEqual(both);
  expect(JSON.stringify(await t.sql('select * from fingerprint_keys'))).not.toContain(t.config.authSecret);

  await rotateDataKey(t.db.connection, makeColumnSealing(loadKeys(t.config.dataDir)), { settledAfterMs: 0 });
  expect(await known()).toEqual(both);
});

test('fingerprints of earlier versions match, whatever AUTH_SECRET is from then on', async () => {
  await storeEarlierFingerprints();
  await adopt();
  expect(await known()).toEqual(both);
  await adopt();
  expect(await known()).toEqual(both);
});

test('a database without fingerprints gets no key, so that its backup needs no data key', async () => {
  await adopt();
  expect(await keys()).toEqual([]);
});

test('a backup holds the key, and one of an earlier version goes on with AUTH_SECRET', async () => {
  const file = join(t.config.dataDir, 'institute.backup');
  const files = openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
  const restore = () =>
    restoreBackup(
      {
        connection: t.db.connection,
        files,
        sealing: makeColumnSealing(t.config.dataKeys),
        keep: async (client) => () => storeRestoredKey(client, t.config),
      },
      file,
    );
  await stop();
  await writeBackup(t.db.connection, files, file);
  await t.sql('delete from fingerprint_keys');
  await restore();
  expect(await known()).toMatchObject({ isStopped: true });

  await t.sql('delete from sms_numbers');
  await t.sql('delete from fingerprint_keys');
  await storeEarlierFingerprints();
  await writeBackup(t.db.connection, files, file);
  const earlier = gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter((line) => !line.startsWith('{"table":"fingerprint_keys"'))
    .map((line) =>
      line
        .replace(/,"0054-fingerprint-keys"/, '')
        .replace(/"fingerprint_keys":\[[^\]]*\],/, '')
        .replace(/"fingerprint_keys":\{[^}]*\},/, ''),
    );
  writeFileSync(file, gzipSync(earlier.join('\n')));
  // The backup has another key
  await t.sql('delete from sms_numbers');
  await stop();
  await restore();
  expect(await known()).toEqual(both);
});
