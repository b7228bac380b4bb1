import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const jane = await t.signIn('jane@example.org');
const claims = decodeJwt(jane.token);

const ask = (authorization: string, path = '/registrations') =>
  t.visitor.send('GET', path, { headers: { authorization } });
const sign = (payload: JWTPayload, { alg = 'HS256', secret = t.config.authSecret } = {}) =>
  new SignJWT(payload).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
const without = (name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

test('a bearer is signed with HS256, names account and session, and is valid for 15 minutes', () => {
  expect(decodeProtectedHeader(jane.token)).toMatchObject({ alg: 'HS256' });
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  expect(claims.sub).toBe(String(jane.user.id));
  expect(Number(claims.exp) - Number(claims.iat)).toBe(900);
});

test('a bearer is signed with the UTF-8 bytes of AUTH_SECRET', async () => {
  expect(await ask(`Bearer ${await sign(claims)}`)).toMatchObject({ status: 200 });
});

test('the scheme may be in upper or lower case', async () => {
  expect(await ask(`bearer ${jane.token}`)).toMatchObject({ status: 200 });
});

test.each<[string, () => Promise<string> | string]>([
  ['empty', () => ''],
  ['no token at all', () => 'undefined'],
  ['without algorithm', () => `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`],
  ['signed with HS512', () => sign(claims, { alg: 'HS512' })],
  ['of another secret', () => sign(claims, { secret: 'x'.repeat(64) })],
  ['changed afterwards', () => jane.token.replace(/\.[^.]+\./, `.${encoded({ ...claims, sub: '999' })}.`)],
  ['without a session', () => sign(without('sid'))],
  ['without an account', () => sign(without('sub'))],
  ['without an end', () => sign(without('exp'))],
  ['without a beginning', () => sign(without('iat'))],
  ['of another issuer', () => sign({ ...claims, iss: 'another' })],
  ['for another audience', () => sign({ ...claims, aud: 'another' })],
  ['of an unknown session', () => sign({ ...claims, sid: '00000000-0000-4000-8000-000000000000' })],
  ['of a session that is no id', () => sign({ ...claims, sid: "' or true --" })],
  ['of another account', () => sign({ ...claims, sub: '2147483647' })],
  ['of an account that is no id', () => sign({ ...claims, sub: 'jane' })],
])('a bearer that is %s is refused on every call, public ones too', async (_, make) => {
  const token = await make();
  for (const path of ['/registrations', '/programs', '/programs/1', '/stats', '/nothing']) {
    const { status, body, headers } = await ask(`Bearer ${token}`, path);
    expect([path, status, body.error?.code]).toEqual([path, 401, 'UNAUTHENTICATED']);
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('a caller with another scheme is a visitor', async () => {
  const basic = `Basic ${Buffer.from('guest:guest').toString('base64')}`;
  expect(await ask(basic, '/programs')).toMatchObject({ status: 200 });
  expect(await ask(basic)).toMatchObject({ status: 401 });
});

test('after 15 minutes a bearer has expired, also on public calls', async () => {
  const { token } = await t.signIn('jane@example.org');
  t.wait(14 * 60_000);
  expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 200 });
  t.wait(60_000);

  for (const path of ['/registrations', '/programs']) {
    const { status, body } = await ask(`Bearer ${token}`, path);
    expect([status, body.error?.code]).toEqual([401, 'TOKEN_EXPIRED']);
  }
});

test('a bearer that is expired and forged is refused as forged', async () => {
  const token = await sign({ ...claims, exp: 1 }, { secret: 'x'.repeat(64) });
  const { body } = await ask(`Bearer ${token}`);
  expect(body.error?.code).toBe('UNAUTHENTICATED');
});
