import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** 400 kbit/s. */
export const BYTES_PER_SECOND = 50_000;
export const LATENCY_MS = 400;

/**
 * A proxy that counts the bytes for the browser, headers included. The tools of a browser slow down pages but no service
 * worker, and count what comes from its cache.
 */
export async function weakProxy() {
  const sockets: Socket[] = [];
  let isSlow = false;
  let freeAt = 0;

  async function sendSlowly(given: IncomingMessage, answer: ServerResponse) {
    await sleep(LATENCY_MS);
    answer.flushHeaders();
    for await (const piece of given) {
      freeAt = Math.max(freeAt, performance.now()) + (piece.length / BYTES_PER_SECOND) * 1000;
      await sleep(freeAt - performance.now());
      answer.write(piece);
    }
    answer.end();
  }

  const server = createServer((asked, answer) => {
    const { method = 'GET', url = '', headers } = asked;
    const passed = request(url, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (isSlow) sendSlowly(given, answer).catch(() => answer.destroy());
      else given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    slowDown: () => {
      isSlow = true;
    },
    bytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
