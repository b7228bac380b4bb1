import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openSmsTransport } from '../messaging/sms/open-transport.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { serveMessagePreviews } from './message-previews.ts';
import { messageKinds } from './messages.ts';

const t = await useTestApp();
const app = Fastify();
await app.register(serveMessagePreviews, { config: t.config, em: t.db.orm.em, now: () => new Date() });
afterAll(() => app.close());

const emails = messageKinds.filter(({ writeEmail }) => writeEmail);
const texts = messageKinds.filter(({ writeSms }) => writeSms);

test.each(emails)('the email $kind can be looked at: headers, text and HTML', async ({ kind }) => {
  const { body } = await app.inject(`/dev/mails/${kind}`);
  expect(body).toContain('Subject: ');
  expect(body).toContain('Auto-Submitted: auto-generated');
  expect((await app.inject(`/dev/mails/${kind}/html`)).body).toContain('<!doctype html>');
  expect((await app.inject('/dev/mails')).body).toContain(`/dev/mails/${kind}"`);
});

test.each(texts)('the SMS $kind can be looked at, without a placeholder', async ({ kind }) => {
  const { body } = await app.inject(`/dev/mails/${kind}`);
  const [, text = ''] = /<h2>SMS<\/h2>\s*<pre>([^<]*)<\/pre>/.exec(body) ?? [];
  expect(text).toMatch(/\S.* - \S+$/);
  expect(text).not.toContain('{');
});

test('the receipt’s preview has its attachment and leaves no sample data', async () => {
  const { headers, rawPayload } = await app.inject('/dev/mails/donation-receipt/files/0');
  expect(headers['content-type']).toBe('application/pdf');
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await t.sql('select 1 from donations')).toEqual([]);
});

test('SMS without a gateway are files that are shown, newest first', async () => {
  const { send } = openSmsTransport({ sms: undefined, dataDir: t.config.dataDir });
  const createdAt = new Date();
  await send({ id: 9, createdAt, to: '+256772000001', text: 'Older' });
  await send({ id: 10, createdAt, to: '+256772000002', text: '<Newer>' });
  const { body } = await app.inject('/dev/mails');
  expect(body).toContain('<pre>+256772000002\n\n&lt;Newer&gt;</pre>\n<pre>+256772000001\n\nOlder</pre>');
});

test('the built product has no previews of messages', async () => {
  expect((await t.app.inject('/dev/mails')).statusCode).toBe(404);
});
