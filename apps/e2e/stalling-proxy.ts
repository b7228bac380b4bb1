import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const PIECE_BYTES = 2000;
const PIECE_MS = 40;

interface Options {
  /** Pages arrive in small pieces. The browser paints each before the next. */
  inPieces?: boolean;
}

/** While it stalls, it accepts requests and answers none. Later it answers them. */
export async function stallingProxy(baseURL: string, { inPieces = false }: Options = {}) {
  const { host } = new URL(baseURL);
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const passOn = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = asked;
    const onward = { ...headers, host, ...(headers.origin && { origin: baseURL }) };
    if (inPieces) delete onward['accept-encoding'];
    const passed = request(new URL(url, baseURL), { method, headers: onward }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (inPieces && given.headers['content-type']?.startsWith('text/html')) sendInPieces(given, answer);
      else given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  };
  const server = createServer(async (asked, answer) => {
    await gate.promise;
    // Browsers give up some of the requests that wait.
    if (!asked.destroyed && !answer.destroyed) passOn(asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stall: () => {
      gate = Promise.withResolvers();
    },
    goOn: () => gate.resolve(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function sendInPieces(given: IncomingMessage, answer: ServerResponse) {
  const page = Buffer.concat(await given.toArray());
  for (let at = 0; at < page.length; at += PIECE_BYTES) {
    answer.write(page.subarray(at, at + PIECE_BYTES));
    await setTimeout(PIECE_MS);
  }
  answer.end();
}
