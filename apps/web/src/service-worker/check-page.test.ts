import { afterEach, expect, test, vi } from 'vitest';
import { keysPath } from '../api/signature.ts';
import { answerQuestion, findCheckPage, keepCheckPage } from './check-page.ts';

afterEach(() => vi.unstubAllGlobals());

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const toPart = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)));

/** What a browser has: a cache, a host, and the keys of the institute at their address. */
async function openWorker() {
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const keys = [{ ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: 'k' }];
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
    const signed = `${toPart({ alg: 'ES256', kid: 'k' })}.${toPart(claims)}`;
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
  await keepCheckPage('');
  expect(await keptName()).toBe('');
  await keepCheckPage('The Institute');
  await keepCheckPage('');
  expect(await keptName()).toBe('The Institute');
  await keepCheckPage('The New Institute');
  expect(await keptName()).toBe('The New Institute');
});

test('offline it says who has signed, by the host while no name was read', async () => {
  const { sign } = await openWorker();
  await keepCheckPage('');
  const jws = await sign(claims);
  const unasked = 'Whether it was withdrawn could not be asked: there is no connection.';
  expect((await answerQuestion({ jws, institute: '' })).text).toBe(
    `Signed by www.example.ac.ug on 26 November 2026. ${unasked}`,
  );
  const { text, lines } = await answerQuestion({ jws, institute: 'The Institute' });
  expect(text).toBe(`Signed by The Institute on 26 November 2026. ${unasked}`);
  expect(lines).toContainEqual(['Result', 'Distinction']);
  expect(lines).toContainEqual(['Code', '7KQ2-M9XH-T4WZ']);
});
