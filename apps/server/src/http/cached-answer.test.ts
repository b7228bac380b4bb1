import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cachedAnswer, encodingFor, makeSmallest } from './cached-answer.ts';

test('holds the text in every encoding', async () => {
  const text = 'Kampala – '.repeat(500);
  const { variants, etag, bytes } = await cachedAnswer(200, text, {
    'content-type': 'text/html',
    vary: 'Authorization',
    'x-request-id': 'of the first caller',
  });
  const { identity, gzip, br } = variants;
  const bytesOf = ({ body }: { body: string }) => Buffer.from(body, 'latin1');

  expect(bytesOf(identity).toString()).toBe(text);
  expect(gunzipSync(bytesOf(gzip)).toString()).toBe(text);
  expect(brotliDecompressSync(bytesOf(br)).toString()).toBe(text);
  expect(br.headers).toEqual({
    'content-type': 'text/html',
    'content-encoding': 'br',
    'content-length': br.body.length,
    vary: 'Authorization',
    etag,
  });
  expect(identity.headers).not.toHaveProperty('content-encoding');
  expect(bytes).toBe(identity.body.length + gzip.body.length + br.body.length);
});

test('a short text is not compressed, and its own ETag stays', async () => {
  const { variants, etag } = await cachedAnswer(200, '{"data":[]}', { etag: '"program-1-2"' });

  expect(etag).toBe('"program-1-2"');
  expect(variants.br).toEqual(variants.identity);
});

test('the smallest form has fewer bytes and the same text, and an answer with the same text takes it over', async () => {
  const text = Array.from(
    { length: 500 },
    (_, row) => `<li class="row-${row % 7}">Seat ${row * row}</li>`,
  ).join('');
  const first = await cachedAnswer(200, text, {});
  const quick = first.variants.br;
  await makeSmallest(first);
  const { br } = first.variants;

  expect(br.body.length).toBeLessThan(quick.body.length);
  expect(br.headers).toEqual({ ...quick.headers, 'content-length': br.body.length });
  expect(br.lines).toContain(`${br.body.length}`);
  expect(brotliDecompressSync(Buffer.from(br.body, 'latin1')).toString()).toBe(text);

  const again = await cachedAnswer(200, text, {}, '/programs', first);
  const other = await cachedAnswer(200, text.replace('Seat 0', 'Seat 1'), {}, '/programs', first);
  expect([again.variants.br.body === br.body, again.isSmallest]).toEqual([true, true]);
  expect([other.variants.br.body === br.body, other.isSmallest]).toEqual([false, false]);
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
  expect(encodingFor(accepted)).toBe(encoding);
});
