import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

export interface CaughtEmail {
  from: string;
  to: string[];
  wire: string;
  raw: string;
  header(name: string): string | undefined;
}

/** A number is the SMTP code of a refusal. "hang" sends no reply. */
type Manner = (
  recipient: string,
) => 'take' | 'take and hang up' | 'hang' | 'hang at the end' | 'refuse at the end' | number;

export interface MailServer {
  url: string;
  emails: CaughtEmail[];
  emailTo(recipient: string): Promise<CaughtEmail>;
  /** In the order of the RCPT commands. */
  asked: string[];
  connections(): number;
  manner: Manner;
  /** Milliseconds between receiving an email and accepting it. */
  slowness(): number;
  /** Ends the open connections, so that nobody waits for a reply that never comes. */
  hangUp(): void;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const makeRefusal = (code: number) => Object.assign(new Error('Not now, not here'), { responseCode: code });
  const emails: CaughtEmail[] = [];
  const asked: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const manner = caught.manner(address);
      if (manner === 'hang') return;
      done(typeof manner === 'number' ? makeRefusal(manner) : null);
    },
    onData(stream, { envelope }, done) {
      text(stream).then((wire) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const manner = caught.manner(to[0] ?? '');
        if (manner === 'hang at the end') return;
        if (manner === 'refuse at the end') return done(makeRefusal(554));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        emails.push({
          from,
          to,
          wire,
          raw: decodeQuoted(wire),
          header: (name) => readMailHeader(wire, name),
        });
        setTimeout(() => {
          done();
          if (manner === 'take and hang up') hangUp();
        }, caught.slowness());
      }, done);
    },
  });
  server.on('error', () => {});
  const hangUp = () => {
    for (const each of server.connections) each.close();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  const caught: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    emailTo: (recipient) =>
      vi.waitFor(
        () => {
          const email = emails.find(({ to }) => to[0] === recipient);
          if (!email) throw new Error(`No email to ${recipient} yet`);
          return email;
        },
        { timeout: 60_000, interval: 50 },
      ),
    asked,
    connections: () => connections,
    manner: () => 'take',
    slowness: () => 0,
    hangUp,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return caught;
}

function readMailHeader(wire: string, name: string): string | undefined {
  const head = (wire.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ');
  const line = head.split('\r\n').find((it) => it.toLowerCase().startsWith(`${name.toLowerCase()}: `));
  return line?.slice(name.length + 2);
}

const decodeQuoted = (wire: string) =>
  wire
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());
