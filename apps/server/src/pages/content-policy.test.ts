import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeContentPolicy } from './content-policy.ts';
import { allowOwnScripts } from './page-answer.ts';

const page = { route: '/programs', scripts: ["'sha256-a'"] };

test('names the allowed sources of a page', () => {
  const settings = {
    publicUrl: 'http://localhost:3000',
    uploadUrl: 'https://images.example/v1/cloud/image/upload',
  };
  const policy = makeContentPolicy({ ...page, frames: ['https://maps.example'] }, settings);

  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self' 'sha256-a'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: http: https:",
    'frame-src https://www.youtube-nocookie.com/embed/ https://maps.example',
    "connect-src 'self' https://images.example",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ]);
});

test('admits the translator only for a visitor who has chosen a language', () => {
  const settings = { publicUrl: 'http://localhost:3000', uploadUrl: undefined };
  const policy = makeContentPolicy({ ...page, isTranslated: true }, settings).split('; ');
  expect(policy).toContain(
    `script-src 'self' 'sha256-a' https://translate.google.com/translate_a/ https://translate.googleapis.com/_/translate_http/ https://translate-pa.googleapis.com/v1/ https://www.gstatic.com/_/translate_http/`,
  );
  expect(policy).toContain(
    "style-src 'self' 'unsafe-inline' https://translate.googleapis.com/translate_static/ https://www.gstatic.com/_/translate_http/",
  );
  expect(policy).toContain(
    "connect-src 'self' https://translate.googleapis.com https://translate-pa.googleapis.com",
  );
  expect(makeContentPolicy({ ...page, isTranslated: false }, settings)).not.toMatch(/google|gstatic/);
});

test('upgrades requests only on a site with https', () => {
  const secured = makeContentPolicy(page, { publicUrl: 'https://institute.example', uploadUrl: undefined });
  expect(secured).toContain('; upgrade-insecure-requests');
});

test('allows the provider’s checkout only where somebody pays, and only when its key is set', () => {
  const settings = { publicUrl: 'http://localhost:3000', uploadUrl: undefined };
  const flutterwave = { publicKey: 'key', secretKey: 'x', secretHash: 'x', baseUrl: 'https://api.example' };
  const giving = { ...page, route: '/donations' };
  expect(makeContentPolicy(giving, settings)).not.toContain('flutterwave');

  const policy = makeContentPolicy(giving, { ...settings, flutterwave });
  expect(policy).toContain("script-src 'self' https://checkout.flutterwave.com ");
  expect(policy).toContain('https://*.f4b-flutterwave.com');
  expect(policy).toMatch(
    /; form-action 'self' https:\/\/checkout\.flutterwave\.com .* https:\/\/api\.example; /,
  );
  for (const route of ['/', '/programs', '/donations/$txRef', 'none']) {
    const other = makeContentPolicy({ ...page, route }, { ...settings, flutterwave });
    expect([route, other]).toEqual([route, expect.not.stringMatching(/flutterwave|api\.example/)]);
  }
});

test.each(['/admin', '/admin/login', '/admin/registrations'])(
  '%s runs scripts of this site only',
  (route) => {
    const flutterwave = { publicKey: 'key', secretKey: 'x', secretHash: 'x', baseUrl: 'https://api.example' };
    const settings = { publicUrl: 'http://localhost:3000', uploadUrl: undefined, flutterwave };
    const policy = makeContentPolicy({ ...page, route, isTranslated: true }, settings).split('; ');

    expect(policy).toContain("script-src 'self' 'sha256-a'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types institute ProseMirrorClipboard');
    const other = makeContentPolicy({ ...page, route: '/administration', isTranslated: true }, settings);
    expect(other).toContain('translate.google.com');
  },
);

const nonce = 'f00d';
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('names the inline scripts of the renderer, and no other', () => {
  const page =
    `<script nonce="${nonce}">a()</script><script type="module" nonce="${nonce}" src="/b.js"></script>` +
    `<script type="module" nonce="${nonce}">\nc("<b>")\n</script>` +
    `<script type="application/ld+json" nonce="${nonce}">{"d":1}</script><script src="/e.js" async></script>` +
    `<script type="speculationrules" nonce="${nonce}">{"f":1}</script>`;

  const hashes = ['a()', '\nc("<b>")\n', '{"f":1}'].map(hash);
  expect(allowOwnScripts(page, nonce).hashes).toEqual(hashes);
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
  const { hashes } = allowOwnScripts(`<p>${content}</p><script nonce="${nonce}">a()</script>`, nonce);
  expect(hashes).not.toContain(hash('evil()'));
});

test('the page loses its nonces', () => {
  const page = `<head><meta property="csp-nonce" content="${nonce}"/><link href="/a.css" nonce="${nonce}"/></head><script nonce="${nonce}">a()</script>`;
  expect(allowOwnScripts(page, nonce).html).toBe('<head><link href="/a.css"/></head><script>a()</script>');
});
