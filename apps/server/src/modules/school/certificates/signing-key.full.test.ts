import type { webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { makeCertificatePath } from '@institute/contract/certificates.constants';
import { beforeEach, expect, test } from 'vitest';
import { makeColumnSealing } from '../../../composition/prepare-database.ts';
import { openStoredFiles } from '../../../composition/stored-files.ts';
import { loadKeys, parseKeys } from '../../../crypto/data-keys.ts';
import { writeBackup } from '../../../database/backup/backup.ts';
import { restoreBackup } from '../../../database/backup/restore.ts';
import { rotateDataKey } from '../../../database/rotate-data-key.ts';
import { readData } from '../../../testing/app/answers.ts';
import { useTestAppPerTest } from '../../../testing/app/test-app.ts';
import { makeTemporaryFolder } from '../../../testing/processes/temporary-folder.ts';
import { runInTransaction } from '../../../transaction.ts';
import { rotateSigningKey } from './signing-key.service.ts';

const t = useTestAppPerTest();
let programId: number;
beforeEach(async () => {
  programId = (await t.given.program({ name: 'Tailoring' })).id;
});

const issue = async (line: object = {}) =>
  (await t.given.certificate({ programId, firstName: 'Zoë', lastName: 'Müller' }, line)).code;
const read = (code: string) => readData(t.visitor.api.certificates.get({ params: { code } }));
const rotate = () => runInTransaction(t.jobContext(), rotateSigningKey);

interface Served {
  kid: string;
  [name: string]: string;
}
async function servedKeys(): Promise<Served[]> {
  const answer = await t.app.inject('/.well-known/jwks.json');
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  return answer.json<{ keys: Served[] }>().keys;
}

/** Nothing of the product but the address of its keys, and no library. Null when the signature is wrong. */
async function verify(jws: string): Promise<{ header: { kid: string }; payload: object } | null> {
  const [header = '', payload = '', signature = ''] = jws.split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const jwk = (await servedKeys()).find(({ kid }) => kid === parse(header).kid);
  if (!jwk) return null;
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', jwk as webcrypto.JsonWebKey, ecdsa, false, ['verify']);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const isRight = await crypto.subtle.verify(ecdsa, key, Buffer.from(signature, 'base64url'), signed);
  return isRight ? { header: parse(header), payload: parse(payload) } : null;
}

test('the first certificate makes a key, and WebCrypto verifies the signature of what the paper says', async () => {
  expect(await servedKeys()).toEqual([]);
  expect(await t.sql('select id from signing_keys')).toEqual([]);
  const code = await issue({ hours: 480, to: '2026-06-30' });
  const { jws, number } = await read(code);
  expect(await verify(jws)).toEqual({
    header: { alg: 'ES256', kid: expect.stringMatching(/^[\w-]{8}$/) },
    payload: {
      iss: t.config.publicUrl,
      jti: code,
      num: number,
      sub: 'Zoë Müller',
      prg: 'Tailoring',
      hrs: 480,
      to: '2026-06-30',
      iat: expect.any(Number),
    },
  });
  const { iat } = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as { iat: number };
  expect(new Date(iat * 1000).toISOString()).toMatch(/T21:00:00\.000Z$/);
  const [head, payload, signature] = jws.split('.');
  const forged = Buffer.from(payload ?? '', 'base64url')
    .toString()
    .replace('Müller', 'Miller');
  expect(await verify([head, Buffer.from(forged).toString('base64url'), signature].join('.'))).toBeNull();
});

test('60 letters of name and of program, 40 of the result and the longest values make at most 590', async () => {
  const { id: long } = await t.given.program({ name: 'P'.repeat(70) });
  const days = { from: '2024-01-01', to: '2025-12-31' };
  const line = { holder: 'H'.repeat(60), result: 'R'.repeat(40), hours: 10_000, ...days };
  const { code } = await t.given.certificate({ programId: long }, line);
  const { jws, program } = await read(code);
  expect(program).toBe('P'.repeat(70));
  const { payload } = (await verify(jws)) as { payload: { prg: string } };
  expect(payload.prg).toBe(`${'P'.repeat(59)}…`);
  // As with an address of 30 characters and letters of one byte
  const added = 30 - t.config.publicUrl.length - Buffer.byteLength('…') + 1;
  expect(jws.length + Math.ceil((added * 4) / 3)).toBeLessThanOrEqual(590);
});

test('after two new keys certificates of all three verify, and the newest signs at once', async () => {
  const codes = [await issue()];
  for (let turn = 0; turn < 2; turn += 1) {
    await rotate();
    codes.push(await issue());
  }
  const kids = [];
  for (const code of codes) kids.push((await verify((await read(code)).jws))?.header.kid);
  const served = await servedKeys();
  expect(kids).toEqual(served.map(({ kid }) => kid));
  expect(new Set(kids).size).toBe(3);
  for (const key of served) {
    expect(key).toEqual({
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
      use: 'sig',
      alg: 'ES256',
    });
  }
  const did = await t.app.inject('/.well-known/did.json');
  expect(did.json()).toMatchObject({
    id: 'did:web:localhost%3A3000',
    assertionMethod: kids.map((kid) => `did:web:localhost%3A3000#${kid}`),
    verificationMethod: served.map((publicKeyJwk) => ({
      publicKeyJwk,
      controller: 'did:web:localhost%3A3000',
    })),
  });
});

const privateParts = async (): Promise<string[]> => {
  const rows = await t.sql<{ id: string; secret: string }>('select id, secret from signing_keys');
  const { signingSecret } = await import('./signing-key.service.ts');
  return rows.map(({ id, secret }) => {
    const opened = signingSecret.open(loadKeys(t.config.dataDir), id, secret);
    return (JSON.parse(opened ?? '{}') as { d: string }).d;
  });
};

test('no row, answer or backup holds a private key in the clear; a restored one verifies', async () => {
  const folder = makeTemporaryFolder();
  const code = await issue();
  const { jws } = await read(code);
  const [secret = ''] = await privateParts();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await t.sql('select * from signing_keys'))).not.toContain(secret);
  for (const url of [
    '/.well-known/jwks.json',
    '/.well-known/did.json',
    `/api/v1${makeCertificatePath(code)}`,
  ]) {
    expect((await t.app.inject(url)).body).not.toContain(secret);
  }

  const files = openStoredFiles({ dataDir: t.config.dataDir, s3Url: undefined });
  const file = join(folder.path, 'institute.backup');
  await writeBackup(t.db.connection, files, file);
  const { gunzipSync } = await import('node:zlib');
  const { readFileSync } = await import('node:fs');
  const lines = gunzipSync(readFileSync(file)).toString();
  expect(lines).toContain('"signing_keys"');
  expect(lines).not.toContain(secret);

  await t.sql('delete from certificates');
  await t.sql('delete from signing_keys');
  const sealing = makeColumnSealing(t.config.dataKeys);
  await restoreBackup(
    { connection: t.db.connection, files, sealing, keep: async () => async () => {} },
    file,
  );
  expect((await read(code)).jws).toBe(jws);
  expect(await verify(jws)).not.toBeNull();
  expect(await privateParts()).toEqual([secret]);
  expect(await verify((await read(await issue())).jws)).not.toBeNull();
  folder.remove();
});

test('a new data key seals the signing keys anew', async () => {
  const code = await issue();
  await rotate();
  const before = await t.sql('select secret from signing_keys order by id');
  const parts = await privateParts();
  const { encrypted } = await rotateDataKey(t.db.connection, makeColumnSealing(loadKeys(t.config.dataDir)), {
    settledAfterMs: 0,
  });
  expect(encrypted.signing_keys).toBe(2);
  expect(await t.sql('select secret from signing_keys order by id')).not.toEqual(before);
  expect((await privateParts()).sort()).toEqual(parts.sort());
  expect(await verify((await read(code)).jws)).not.toBeNull();
});

test('a key that no data key opens ends, its public half stays, and the next issue makes a new one', async () => {
  const code = await issue();
  const [other] = parseKeys(Buffer.alloc(32, 9).toString('base64'), '\n') ?? [];
  if (!other) throw new Error('No key');
  const keys = { all: () => [other] as const, place: 'DATA_KEY' };
  await rotateDataKey(t.db.connection, makeColumnSealing(keys), { eraseLost: true });
  expect(await t.sql('select secret, until is null as signs from signing_keys')).toEqual([
    { secret: null, signs: false },
  ]);
  const next = await issue();
  expect(await servedKeys()).toHaveLength(2);
  for (const each of [code, next]) expect(await verify((await read(each)).jws)).not.toBeNull();
});
