import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { encrypt, loadKeys } from '../../../crypto/data-keys.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';
import { rotateDataKey } from '../../../database/rotate-data-key.ts';
import { setUpSecondFactor } from '../../../testing/app/second-factor.ts';
import { testPassword, useTestApp } from '../../../testing/app/test-app.ts';
import { encryptMedical } from '../../school/registrations/registration-medical-encryption.service.ts';
import { encryptSecrets } from './account-secrets.ts';

const email = 'jane@example.org';

const t = await useTestApp();
let account: number;
let set: Awaited<ReturnType<typeof setUpSecondFactor>>;
beforeEach(async () => {
  await t.sql('truncate accounts, wrong_tries cascade');
  const jane = await t.signIn(email);
  account = jane.user.id;
  set = await setUpSecondFactor(t, jane);
  t.wait(60_000);
});

const statusWith = async (code: string) =>
  (await t.visitor.api.session.login({ body: { email, password: testPassword, code } })).status;
const stored = async () =>
  (await t.sql<{ sealed: string | null }>('select second_factor_secret as sealed from accounts'))[0]?.sealed;
const keyOf = async () => (await stored())?.split('.')[0];
const current = () => t.config.dataKeys.all()[0].id;

const sealedEarlier = (authSecret: string) =>
  encrypt(
    Buffer.from(deriveSecret({ authSecret }, 'second factor'), 'base64url'),
    set.secret,
    String(account),
  ).toString('base64url');
const storeEarlier = (authSecret: string) =>
  t.sql('update accounts set second_factor_secret = ?', [sealedEarlier(authSecret)]);

test('a secret from before the data key is read, and the next start encrypts it with that key', async () => {
  await storeEarlier(t.config.authSecret);
  expect(await statusWith(set.appCode())).toBe(200);

  await encryptSecrets(t.db.connection, t.config);
  expect(await keyOf()).toBe(current());
  t.wait(60_000);
  const other = { ...t.config, authSecret: 'another secret of at least 32 bytes' };
  await encryptSecrets(t.db.connection, other);
  expect(await statusWith(set.appCode())).toBe(200);
});

test('with another AUTH_SECRET an earlier secret stays as it is, and a recovery code still signs in', async () => {
  await storeEarlier('another secret of at least 32 bytes');
  const before = await stored();
  await encryptSecrets(t.db.connection, t.config);
  expect(await stored()).toBe(before);
  expect(await statusWith(set.appCode())).toBe(401);
  expect(await statusWith(set.recoveryCodes[0] ?? '')).toBe(200);
});

test('a rotation encrypts the secrets with the new key, and the earlier one is needed no more', async () => {
  const before = await keyOf();
  await rotateDataKey(t.db.connection, makeColumnSealing(loadKeys(t.config.dataDir)), { settledAfterMs: 0 });
  expect(await keyOf()).toBe(current());
  expect(current()).not.toBe(before);
  expect(await t.sql('select id from data_keys')).toEqual([{ id: current() }]);
  expect(await statusWith(set.appCode())).toBe(200);
});

test('without the key of a secret the product does not start; erasing it leaves recovery codes', async () => {
  await encryptMedical(t.db.connection, makeColumnSealing(t.config.dataKeys));
  rmSync(join(t.config.dataDir, 'data-key'));
  const keys = loadKeys(t.config.dataDir);
  await expect(encryptMedical(t.db.connection, makeColumnSealing(keys))).rejects.toThrow(
    'secrets of two-step sign-in',
  );
  await expect(
    rotateDataKey(t.db.connection, makeColumnSealing(keys), { settledAfterMs: 0 }),
  ).rejects.toThrow('which is not in');

  await rotateDataKey(t.db.connection, makeColumnSealing(keys), { eraseLost: true });
  expect(await stored()).toBeNull();
  expect(await statusWith(set.appCode())).toBe(401);
  expect(await statusWith(set.recoveryCodes[0] ?? '')).toBe(200);
  await encryptMedical(t.db.connection, makeColumnSealing(keys));
});
