import type { webcrypto } from 'node:crypto';
import { certificatePath, groupCode } from '@institute/contract/certificates.constants';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { dayIn } from '../../testing/given.ts';
import { useTestApp } from '../../testing/test-app.ts';
import schema from './open-badge-schema.json' with { type: 'json' };

const ajv = new Ajv2019({ strict: false, allErrors: true });
formats.default(ajv);
const check = ajv.compile(schema);

const t = useTestApp();
const email = 'holder@example.org';
beforeAll(async () => void (await t.given.account()));

async function issued(line: object = {}) {
  const { id: programId } = await t.given.program({ name: 'Tailoring' });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: dayIn(3) });
  const { id } = await t.given.graduate({ programId, intakeId, email, firstName: 'Zoë', lastName: 'Müller' });
  const { items } = await t.office.admin.certificates.issue.mutate({ registrations: [{ id, ...line }] });
  if (!items[0]) throw new Error('Nothing was issued');
  return items[0];
}
const badge = (code: string) => t.app.inject(`${certificatePath(code)}/badge`);
const parse = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
const revocations = async () =>
  (await t.app.inject('/certificates/revocations')).json<{ revokedCredentials: object[] }>();

test('a badge fits the published schema of Open Badges 3.0', async () => {
  const { code, number } = await issued({ hours: 480, to: dayIn(90) });
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
    credentialStatus: { type: '1EdTechRevocationList' },
    credentialSubject: {
      identifier: [{ identityHash: 'Zoë Müller', identityType: 'name', hashed: false }],
      achievement: { name: 'Tailoring', description: `Certificate ${number}, 480 hours` },
    },
  });
  expect(id).toBe(`${t.config.publicUrl}${certificatePath(code)}/badge`);
  expect(check({ ...credential, credentialSubject: {} })).toBe(false);
});

test('its signature is verified with the key that the document of the did:web names', async () => {
  const { code } = await issued();
  const [header = '', payload = '', signature = ''] = (await badge(code)).body.split('.');
  const { alg, kid, typ } = parse(header);
  expect([alg, typ]).toEqual(['ES256', 'JWT']);
  const did = (await t.app.inject('/.well-known/did.json')).json<{
    id: string;
    verificationMethod: { id: string; publicKeyJwk: webcrypto.JsonWebKey }[];
  }>();
  expect(parse(payload).iss).toBe(did.id);
  const method = did.verificationMethod.find(({ id }) => id === kid);
  if (!method) throw new Error(`${kid} is not in the document`);
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('jwk', method.publicKeyJwk, ecdsa, false, ['verify']);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  const verify = (text: Uint8Array<ArrayBuffer>) =>
    crypto.subtle.verify(ecdsa, key, Buffer.from(signature, 'base64url'), text);
  expect(await verify(signed)).toBe(true);
  expect(await verify(signed.map((byte, at) => (at === 60 ? byte ^ 1 : byte)))).toBe(false);
});

test('withdrawn and replaced certificates are revoked, and have no badge any more', async () => {
  const [valid, withdrawn, replaced] = [await issued(), await issued(), await issued()];
  const { certificates } = t.office.admin;
  const before = (await revocations()).revokedCredentials.length;
  await certificates.withdraw.mutate({ id: withdrawn.id, reason: 'A mistake' });
  await certificates.correct.mutate({ id: replaced.id, holder: 'Ann', reason: 'A mistake' });
  const list = await revocations();
  const idOf = (code: string) => `${t.config.publicUrl}${certificatePath(code)}/badge`;
  expect(list).toMatchObject({
    id: `${t.config.publicUrl}/certificates/revocations`,
    issuer: 'did:web:localhost%3A3000',
  });
  expect(list.revokedCredentials.slice(before)).toEqual(
    [withdrawn, replaced].map(({ code }) => ({ id: idOf(code), revoked: true })),
  );
  expect(JSON.stringify(list)).not.toContain(groupCode(valid.code));
  for (const { code } of [withdrawn, replaced]) expect((await badge(code)).statusCode).toBe(404);
});

test('another spelling of the code leads to the badge, and an unknown code to none', async () => {
  const { code } = await issued();
  for (const spelling of [code, code.toLowerCase(), groupCode(code).toLowerCase()]) {
    const { statusCode, headers } = await t.app.inject(`/certificates/${spelling}/badge`);
    expect([statusCode, headers.location]).toEqual([308, `${certificatePath(code)}/badge`]);
  }
  expect((await badge('222222222222')).statusCode).toBe(404);
});

test('after an erasure there is no badge', async () => {
  const { code } = await issued();
  await t.office.admin.privacy.erase.mutate({ person: email, confirm: email });
  expect((await badge(code)).statusCode).toBe(404);
});
