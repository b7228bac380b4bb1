import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownScripts } from './page-answer.ts';

const nonce = 'f00d';
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('names the inline scripts of the renderer, and no other', () => {
  const page =
    `<script nonce="${nonce}">a()</script><script type="module" nonce="${nonce}" src="/b.js"></script>` +
    `<script type="module" nonce="${nonce}">\nc("<b>")\n</script>` +
    `<script type="application/ld+json" nonce="${nonce}">{"d":1}</script><script src="/e.js" async></script>`;

  expect(ownScripts(page, nonce).hashes).toEqual([hash('a()'), hash('\nc("<b>")\n')]);
});

test.each([
  '<script>evil()</script>',
  '<script nonce="">evil()</script>',
  '<script nonce="guess">evil()</script>',
  '<script type="module">evil()</script>',
  '<img alt="<script nonce="><script>evil()</script>',
  '<SCRIPT>evil()</SCRIPT>',
  '<script\n>evil()</script >',
])('never names a script of the content: %s', (content) => {
  const { hashes } = ownScripts(`<p>${content}</p><script nonce="${nonce}">a()</script>`, nonce);
  expect(hashes).not.toContain(hash('evil()'));
});

test('the page loses its nonces', () => {
  const page = `<head><meta property="csp-nonce" content="${nonce}"/><link href="/a.css" nonce="${nonce}"/></head><script nonce="${nonce}">a()</script>`;
  expect(ownScripts(page, nonce).html).toBe('<head><link href="/a.css"/></head><script>a()</script>');
});
