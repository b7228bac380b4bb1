import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { PostgresConnection } from '@institute/embedded-postgres';

export interface DatabaseProxy {
  connection: PostgresConnection;
  freeze(): void;
  thaw(): void;
  /** Drops `NOTIFY` messages, like PgBouncer in transaction mode. */
  dropNotices(areDropped: boolean): void;
  close(): Promise<void>;
}

/** Freezing it does not freeze the connections of other tests. */
export async function startDatabaseProxy(target: PostgresConnection): Promise<DatabaseProxy> {
  const ends = new Set<Socket>();
  let isFrozen = false;
  let areDropped = false;
  const server = createServer((near) => {
    const far = target.host.startsWith('/')
      ? connect(join(target.host, `.s.PGSQL.${target.port}`))
      : connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      const pass = from === far ? makeNoticeFilter(() => areDropped) : (chunk: Buffer) => chunk;
      from.on('data', (chunk) => to.write(pass(Buffer.from(chunk))));
      from.on('error', () => {});
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    connection: { ...target, host: '127.0.0.1', port },
    freeze: () => {
      isFrozen = true;
      for (const end of ends) end.pause();
    },
    dropNotices: (drop) => {
      areDropped = drop;
    },
    thaw: () => {
      isFrozen = false;
      for (const end of ends) end.resume();
    },
    close: async () => {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const NOTIFICATION = 'A'.charCodeAt(0);
const HEAD_BYTES = 5;

/** Data arrives in pieces of any size. */
function makeNoticeFilter(areDropped: () => boolean) {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk: Buffer): Buffer => {
    rest = Buffer.concat([rest, chunk]);
    const passed: Buffer[] = [];
    while (rest.length >= HEAD_BYTES) {
      // One byte for the kind, then the length of the rest.
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) break;
      if (rest[0] !== NOTIFICATION || !areDropped()) passed.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    return Buffer.concat(passed);
  };
}
