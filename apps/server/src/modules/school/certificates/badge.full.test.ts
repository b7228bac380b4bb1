import type { webcrypto } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { groupCodeDigits, makeCertificatePath } from '@institute/contract/certificates.constants';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';
import schema from './open-badge-schema.json' with { type: 'json' };

const ajv = new Ajv2019({ strict: false, allErrors: true });
formats.default(ajv);
const check = ajv.compile(schema);

const t = await useTestApp();
const email = 'holder@example.org';
await t.given.account();

async function issued(line: object = {}) {
  const { id: programId } = await t.given.program({ name: 'Tailoring' });
  const { id: intakeId } = await t.given.intake({ programId });
  const { id } = await t.given.graduate({ programId, intakeId, email, firstName: 'Zoë', lastName: 'Müller' });
  await t.sql('update intakes set starts_on = ? where id = ?', [addDaysToToday(-90), intakeId]);
  const { items } = await t.office.admin.certificates.issue.mutate({ registrations: [{ id, ...line }] });
  if (!items[0]) throw new Error('Nothing was issued');
  return items[0];
}
const badge = (code: string) => t.app.inject(`${makeCertificatePath(code)}/badge`);
const parse = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

test('a badge fits the published schema of Open Badges 3.0', async () => {
  const { code, number } = await issued({ hours: 480, to: addDaysToToday(-1), result: 'Distinction' });
  const { statusCode, headers, body } = await badge(code);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/vc+jwt');
  expect(headers['cache-control']).toBe('private, no-store');
  const [, payload] = body.split('.');
  const credential = parse(payload);
  expect(check(credential) || ajv.errorsText(check.errors)).toBe(true);
  const { id, issuer, credentialSubject, validFrom } = credential as {
    id: string;
    issuer: { id: string };
    credentialSubject: { id: string };
    validFrom: string;
  };
  // As the specification matches a credential with the claims of its JWT
  expect(credential).toMatchObject({
    iss: issuer.id,
    jti: id,
    sub: credentialSubject.id,
    nbf: Date.parse(validFrom) / 1000,
    name: 'Tailoring',
    credentialSubject: {
      identifier: [{ identityHash: 'Zoë Müller', identityType: 'name', hashed: false }],
      achievement: { name: 'Tailoring', description: `Certificate ${number}, 480 hours, Distinction` },
    },
  });
  expect(id).toMatch(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(check({ ...credential, credentialSubject: {} })).toBe(false);
});

/** As a program of somebody else verifies a credential: with WebCrypto and the document of the did:web. */
async function verify(jwt: string): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = jwt.split('.');
  const { alg, kid } = parse(header);
  expect(alg).toBe('ES256');
  const did = (await t.app.inject('/.well-known/did.json')).json<{
    id: string;
    assertionMethod: string[];
    verificationMethod: { id: string; publicKeyJwk: webcrypto.JsonWebKey }[];
  }>();
  const claims = parse(payload);
  expect(claims.iss).toBe(did.id);
  expect(did.assertionMethod).toContain(kid);
  const method = did.verificationMethod.find(({ id }) => id === kid);
  if (!method) throw new Error(`${kid} is not in the document`);
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', method.publicKeyJwk, ecdsa, false, ['verify']);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const isSigned = (text: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.verify(ecdsa, key, Buffer.from(signature, 'base64url'), text);
  expect(await isSigned(signed)).toBe(true);
  expect(await isSigned(signed.map((byte, at) => (at === 60 ? byte ^ 1 : byte)))).toBe(false);
  return claims;
}

interface Status {
  id: string;
  type: string;
  statusPurpose: string;
  statusListIndex: string;
  statusListCredential: string;
}

/** As the W3C's standard says to read a Bitstring Status List. */
async function isRevoked({ statusListCredential: url, statusListIndex, statusPurpose }: Status) {
  const { statusCode, headers, body } = await t.app.inject(url.slice(t.config.publicUrl.length));
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/vc+jwt',
    'access-control-allow-origin': '*',
    'cache-control': 'no-cache',
  });
  const list = await verify(body);
  expect(list).toMatchObject({
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    credentialSubject: { type: 'BitstringStatusList', statusPurpose },
  });
  const { encodedList } = list.credentialSubject as { encodedList: string };
  expect(encodedList[0]).toBe('u');
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'));
  expect(bits.length).toBeGreaterThanOrEqual(16_384);
  const index = Number(statusListIndex);
  return ((bits[index >> 3] ?? 0) >> (7 - (index % 8))) % 2 === 1;
}
const statusOf = async (code: string) => (await verify((await badge(code)).body)).credentialStatus as Status;

test('withdrawn and replaced certificates are revoked in the status list, and have no badge any more', async () => {
  const valid = await issued();
  const withdrawn = await issued();
  const replaced = await issued();
  const statuses = await Promise.all([valid, withdrawn, replaced].map(({ code }) => statusOf(code)));
  expect(statuses[0]).toEqual({
    id: `${statuses[0]?.statusListCredential}#${statuses[0]?.statusListIndex}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(valid.id),
    statusListCredential: `${t.config.publicUrl}/certificates/status/0`,
  });
  const revoked = () => Promise.all(statuses.map(isRevoked));
  expect(await revoked()).toEqual([false, false, false]);
  const { certificates } = t.office.admin;
  await certificates.withdraw.mutate({ id: withdrawn.id, reason: 'A mistake' });
  const next = await certificates.correct.mutate({ id: replaced.id, holder: 'Ann', reason: 'A mistake' });
  expect(await revoked()).toEqual([false, true, true]);
  expect(await isRevoked(await statusOf(next.code))).toBe(false);
  for (const { code } of [withdrawn, replaced]) expect((await badge(code)).statusCode).toBe(404);
});

test('nothing public lists codes, and a badge does not say its own', async () => {
  const { code, id } = await issued();
  const { code: next } = await t.office.admin.certificates.correct.mutate({
    id,
    holder: 'Ann',
    reason: 'A mistake',
  });
  const jwt = (await badge(next)).body;
  const said = JSON.stringify(parse(jwt.split('.')[1]));
  const list = (await t.app.inject('/certificates/status/0')).body;
  const listed = JSON.stringify(parse(list.split('.')[1]));
  for (const text of [said, listed]) {
    for (const secret of [code, next].flatMap((one) => [one, groupCodeDigits(one)]))
      expect(text).not.toContain(secret);
  }
  for (const path of [
    'revocations',
    'status/1',
    'status/00',
    'status/x',
    'status/-1',
    'status/99999',
    'status',
  ]) {
    expect([path, (await t.app.inject(`/certificates/${path}`)).statusCode]).toEqual([path, 404]);
  }
});

test('the list that earlier badges name says what to do, and lists nothing', async () => {
  const { id } = await issued();
  await t.office.admin.certificates.withdraw.mutate({ id, reason: 'A mistake' });
  const { statusCode, headers, body } = await t.app.inject('/certificates/revocations');
  expect(statusCode).toBe(404);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(JSON.parse(body)).toMatchObject({
    error: {
      message:
        'This list has ended. Download the badge again: the new one names its status list, under /certificates/status.',
    },
  });
});

test('another spelling of the code leads to the badge, and an unknown code to none', async () => {
  const { code } = await issued();
  for (const spelling of [code, code.toLowerCase(), groupCodeDigits(code).toLowerCase()]) {
    const { statusCode, headers } = await t.app.inject(`/certificates/${spelling}/badge`);
    expect([statusCode, headers.location]).toEqual([308, `${makeCertificatePath(code)}/badge`]);
  }
  expect((await badge('222222222222')).statusCode).toBe(404);
});

test('after an erasure there is no badge', async () => {
  const { code } = await issued();
  await t.office.admin.privacy.erase.mutate({ person: email, confirm: email });
  expect((await badge(code)).statusCode).toBe(404);
});
