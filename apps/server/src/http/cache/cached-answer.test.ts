import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseEncoding, makeCachedAnswer } from './cached-answer.ts';

test('holds the text in every encoding', async () => {
  const text = 'Kampala – '.repeat(500);
  const { variant, etag, bytes } = makeCachedAnswer(200, text, {
    'content-type': 'text/html',
    vary: 'Authorization',
    'x-request-id': 'of the first caller',
  });
  const identity = await variant('identity');
  const gzip = await variant('gzip');
  const br = await variant('br');

  expect(identity.body.toString()).toBe(text);
  expect(gunzipSync(gzip.body).toString()).toBe(text);
  expect(brotliDecompressSync(br.body).toString()).toBe(text);
  expect(br.headers).toEqual({
    'content-type': 'text/html',
    'content-encoding': 'br',
    'content-length': br.body.length,
    vary: 'Authorization',
    etag,
  });
  expect(identity.headers).not.toHaveProperty('content-encoding');
  expect(bytes).toBeGreaterThanOrEqual(identity.body.length + gzip.body.length + br.body.length);
});

test('compresses when the first reader asks, once, and then answers at once', async () => {
  const { variant } = makeCachedAnswer(200, 'Kampala – '.repeat(500), {});
  const one = variant('br');
  const other = variant('br');
  expect(one).toBeInstanceOf(Promise);
  expect((await one).body).toBe((await other).body);

  expect(variant('br')).not.toBeInstanceOf(Promise);
  expect(variant('gzip')).toBeInstanceOf(Promise);
});

test('a failed compression is tried again for the next reader', async () => {
  const end = vi.spyOn(zlib.Gzip.prototype, 'end').mockImplementationOnce(function (this: zlib.Gzip) {
    return this.destroy(new Error('No memory is left'));
  });
  onTestFinished(() => end.mockRestore());

  const { variant } = makeCachedAnswer(200, 'Kampala – '.repeat(500), {});
  await expect(variant('gzip')).rejects.toThrow('No memory is left');
  expect((await variant('gzip')).headers).toMatchObject({ 'content-encoding': 'gzip' });
});

test('a short text is not compressed, and its own ETag stays', async () => {
  const { variant, etag } = makeCachedAnswer(200, '{"data":[]}', { etag: '"program-1-2"' });

  expect(etag).toBe('"program-1-2"');
  expect(await variant('br')).toEqual(await variant('identity'));
});

test('an answer with the same text takes over the compressed bytes', async () => {
  const text = 'Kampala – '.repeat(500);
  const first = makeCachedAnswer(200, text, {});
  const again = makeCachedAnswer(200, text, {}, '/programs', first);
  const other = makeCachedAnswer(200, `${text}!`, {}, '/programs', first);
  const bodies = [];
  for (const { variant } of [first, again, other]) bodies.push((await variant('br')).body);
  expect(bodies[1]).toBe(bodies[0]);
  expect(bodies[2]).not.toBe(bodies[0]);
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5, br;q=0', 'gzip'],
  ['br;q=0.0', 'identity'],
  ['brotli', 'identity'],
  ['br ; q=1.0, gzip', 'br'],
])('Accept-Encoding %j is answered with %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
