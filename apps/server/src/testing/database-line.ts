import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Connection } from '@institute/embedded-postgres';

export interface DatabaseLine {
  connection: Connection;
  /** Stops all data in both directions, like a frozen server. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A connection to the test's database that can be frozen without freezing that of the other tests. */
export async function databaseLine(target: Connection): Promise<DatabaseLine> {
  const ends = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = target.host.startsWith('/')
      ? connect(join(target.host, `.s.PGSQL.${target.port}`))
      : connect(target.port, target.host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (chunk) => to.write(chunk));
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
