import { expect, onTestFinished, test } from 'vitest';
import { isLoopbackUrl } from '../../../config/config.ts';
import { parseSmsUrl } from '../../../config/sms-gateway.ts';
import { testApp } from '../../../testing/app/test-app.ts';
import { listSettingWarnings } from './setting-warnings.ts';

const trial = {
  publicUrl: 'http://localhost:3000',
  host: '127.0.0.1',
  trustProxy: [],
  adminSignup: 'open',
  onlineGiving: 'test',
  smtpUrl: undefined,
  sms: undefined,
  smsTo: 'withoutEmail',
} as const;
const exposed = {
  publicUrl: 'https://www.example.org',
  host: '127.0.0.1',
  trustProxy: ['loopback'],
  adminSignup: 'invite',
  onlineGiving: 'off',
  smtpUrl: 'smtp://mail.example.org',
  sms: parseSmsUrl('africastalking://a:b@h.org', isLoopbackUrl),
  smsTo: 'withoutEmail',
} as const;

test.each([
  ['a trial on this machine', trial, []],
  [
    'a trial that other machines reach',
    { ...trial, host: '0.0.0.0' },
    ['open-sign-up', 'sandbox', 'no-mail-server', 'no-sms-gateway'],
  ],
  ['a trial that listens on IPv6', { ...trial, host: '::1' }, []],
  ['a site that is set up', exposed, []],
  ['a site without its proxy', { ...exposed, trustProxy: [] }, ['no-trusted-proxy']],
  ['a site that takes everybody in', { ...exposed, adminSignup: 'open' }, ['open-sign-up']],
  ['a site with the sandbox', { ...exposed, onlineGiving: 'test' }, ['sandbox']],
  ['a site without an SMS gateway', { ...exposed, sms: undefined }, ['no-sms-gateway']],
  ['a site that wants no SMS', { ...exposed, sms: undefined, smsTo: 'never' }, []],
  ['a site without a mail server', { ...exposed, smtpUrl: undefined }, ['no-mail-server']],
] as const)('%s gets its warnings and no other', (_, { trustProxy, ...settings }, warnings) => {
  expect(listSettingWarnings({ ...settings, trustProxy: [...trustProxy] })).toEqual(warnings);
});

test('owners see the warnings, other accounts do not', async () => {
  const t = await testApp({ PUBLIC_URL: 'https://www.example.org', TRUST_PROXY: 'loopback' });
  onTestFinished(() => t.close());
  await t.given.account();

  const ofOwner = await t.office.admin.stats.attention.query();
  const ofEditor = await t.as('editor@example.org').admin.stats.attention.query();
  expect(ofOwner.settings).toEqual(['no-mail-server', 'no-sms-gateway']);
  expect(ofEditor.settings).toEqual([]);
});
