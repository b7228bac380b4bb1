import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentPolicy, scriptHashes } from './content-policy.ts';

const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test('allows each inline script of the page by its hash, and no other', () => {
  const html =
    '<script>a()</script><script type="module" src="/b.js"></script><script type="module">\nc("<b>")\n</script>' +
    '<script type="application/ld+json">{"d":1}</script><script src="/e.js" async></script>';

  expect(scriptHashes(html)).toEqual([hash('a()'), hash('\nc("<b>")\n')]);
});

test('names the allowed sources of a page', () => {
  const settings = {
    publicUrl: 'http://localhost:3000',
    uploadUrl: 'https://images.example/v1/cloud/image/upload',
  };
  const policy = contentPolicy('<script>a()</script>', settings, ['https://maps.example']);

  expect(policy.split('; ')).toEqual([
    "default-src 'self'",
    `script-src 'self' ${hash('a()')} https://translate.google.com/translate_a/ https://translate.googleapis.com/_/translate_http/ https://translate-pa.googleapis.com/v1/ https://www.gstatic.com/_/translate_http/`,
    "style-src 'self' 'unsafe-inline' https://translate.googleapis.com/translate_static/ https://www.gstatic.com/_/translate_http/",
    "img-src 'self' data: http: https:",
    'frame-src https://www.youtube-nocookie.com https://maps.example',
    "connect-src 'self' https://images.example https://translate.googleapis.com https://translate-pa.googleapis.com",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
});

test('upgrades requests only on a site with https', () => {
  const secured = contentPolicy('', { publicUrl: 'https://institute.example', uploadUrl: undefined });
  expect(secured).toContain('; upgrade-insecure-requests');
});

test('allows the provider’s checkout only when its key is set', () => {
  const settings = { publicUrl: 'http://localhost:3000', uploadUrl: undefined };
  const flutterwave = { publicKey: 'key', secretKey: 'x', secretHash: 'x', baseUrl: 'https://api.example' };
  expect(contentPolicy('', settings)).not.toContain('flutterwave');

  const policy = contentPolicy('', { ...settings, flutterwave });
  expect(policy).toContain("script-src 'self' https://checkout.flutterwave.com ");
  expect(policy).toContain('https://*.f4b-flutterwave.com');
});
