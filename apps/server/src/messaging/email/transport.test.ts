import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
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
