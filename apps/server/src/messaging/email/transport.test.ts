import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startMailServer } from '../../testing/stand-ins/mail-server.ts';
import { openEmailTransport } from './transport.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Offers no encryption, and asks for a password. */
async function startOpenServer() {
  const passwords: unknown[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password);
      done(null, { user: 'office' });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { passwords, port: (server.server.address() as AddressInfo).port };
}

function deliver(url: string) {
  const transport = openEmailTransport({ smtpUrl: url, dataDir: '/nowhere' }, 1);
  closers.unshift(transport.close);
  return transport.deliver(1, { from: 'office@example.org', to: 'ann@example.org', text: 'Hello' });
}

test('a password goes to another host only encrypted', async () => {
  const { passwords, port } = await startOpenServer();
  // Leads to this machine, but is no loopback address
  await expect(deliver(`smtp://office:secret@0.0.0.0:${port}`)).rejects.toThrow(/TLS/i);
  expect(passwords).toEqual([]);
});

test('a mail server of this machine gets it as it is', async () => {
  const { passwords, port } = await startOpenServer();
  await deliver(`smtp://office:secret@127.0.0.1:${port}`);
  expect(passwords).toEqual(['secret']);
});

test.each([450, 550])('an email that one of its recipients did not get is not sent: %i', async (code) => {
  const server = await startMailServer();
  closers.push(server.close);
  server.manner = (recipient) => (recipient === 'gone@example.org' ? code : 'take');
  const transport = openEmailTransport({ smtpUrl: server.url, dataDir: '/nowhere' }, 1);
  closers.unshift(transport.close);
  const sendTo = (...to: string[]) => transport.deliver(1, { from: 'office@example.org', to, text: 'Hello' });
  await expect(sendTo('ann@example.org', 'gone@example.org')).rejects.toMatchObject({ responseCode: code });
  await expect(sendTo('gone@example.org')).rejects.toMatchObject({ responseCode: code });
  await sendTo('ann@example.org', 'ben@example.org');
  expect(server.emails.map(({ to }) => to)).toEqual([
    ['ann@example.org'],
    ['ann@example.org', 'ben@example.org'],
  ]);
});
