import { toFragment } from '@institute/contract/certificate-fragment';
import { afterEach, expect, test, vi } from 'vitest';
import { keysPath } from '../api/signature.ts';
import { answerQuestion, cacheCheckPage, findCheckPage } from './check-page.ts';

afterEach(() => vi.unstubAllGlobals());

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const kid = 'abcdefgh';
const toPart = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)));

/** What a browser has: a cache, a host, and the keys of the institute at their address. */
async function openWorker() {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const keys = [{ ...(await crypto.subtle.exportKey('jwk', publicKey)), kid }];
  const stored = new Map<string, Response>();
  const store = {
    match: async (path: string) => stored.get(path)?.clone(),
    put: async (path: string, answer: Response) => void stored.set(path, answer),
  };
  vi.stubGlobal('caches', { open: async () => store });
  vi.stubGlobal('location', { host: 'www.example.ac.ug' });
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe(keysPath);
    return Response.json({ keys });
  });
  const sign = async (claims: object) => {
    const signed = `${toPart({ alg: 'ES256', kid })}.${toPart(claims)}`;
    const bytes = await crypto.subtle.sign(ecdsa, privateKey, new TextEncoder().encode(signed));
    return `${signed}.${base64url(new Uint8Array(bytes))}`;
  };
  return { sign };
}
const keptName = async () =>
  /data-institute="([^"]*)"/.exec((await (await findCheckPage())?.text()) ?? '')?.[1];
const claims = {
  iss: 'https://www.example.ac.ug',
  jti: '7KQ2M9XHT4WZ',
  num: 'CERT-2026-000005',
  sub: 'Ann',
  prg: 'Tailoring',
  res: 'Distinction',
  iat: Date.parse('2026-11-26T00:00+03:00') / 1000,
};

test('the last name of the institute that was read stays, and never an empty one', async () => {
  await openWorker();
  await cacheCheckPage('');
  expect(await keptName()).toBe('');
  await cacheCheckPage('The Institute');
  await cacheCheckPage('');
  expect(await keptName()).toBe('The Institute');
  await cacheCheckPage('The New Institute');
  expect(await keptName()).toBe('The New Institute');
});

test('offline it says who has signed, by the host while no name was read', async () => {
  const { sign } = await openWorker();
  await cacheCheckPage('');
  const jws = await sign(claims);
  const pathname = '/certificates/7KQ2-M9XH-T4WZ';
  const unasked = 'Whether it was withdrawn could not be asked: there is no connection.';
  const ask = (hash: string, institute = '') => answerQuestion({ hash, pathname, institute });
  expect((await ask(`#${jws}`))?.text).toBe(`Signed by www.example.ac.ug on 26 November 2026. ${unasked}`);
  // Papers of today have the same as digits
  const digits = `#${toFragment(jws)}`;
  expect(digits).toMatch(/^#\d+$/);
  const verdict = await ask(digits, 'The Institute');
  expect(verdict?.text).toBe(`Signed by The Institute on 26 November 2026. ${unasked}`);
  expect(verdict?.lines).toContainEqual(['Result', 'Distinction']);
  expect(verdict?.lines).toContainEqual(['Code', '7KQ2-M9XH-T4WZ']);
});

test('offline another code or other digits in the address are refused, and other fragments not read', async () => {
  const { sign } = await openWorker();
  await cacheCheckPage('');
  const digits = toFragment(await sign(claims));
  const ask = async (hash: string, pathname: string) =>
    (await answerQuestion({ hash, pathname, institute: '' }))?.text;
  const forged = 'The code on this paper was not made by this institute.';
  expect(await ask(`#${digits}`, '/certificates/2222-2222-2222')).toBe(forged);
  const altered = `#${digits.slice(0, 150)}${9 - Number(digits[150])}${digits.slice(151)}`;
  expect(await ask(altered, '/certificates/7KQ2-M9XH-T4WZ')).toBe(forged);
  for (const other of ['', '#top', '#123']) expect(await ask(other, '/certificates/x')).toBeUndefined();
});
