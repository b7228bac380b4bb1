import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy before the product that can stall. It then accepts requests, but answers none of them until it goes on. */
export async function stallingLine(baseURL: string) {
  const { host } = new URL(baseURL);
  let stalled = false;
  const held: [IncomingMessage, ServerResponse][] = [];
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = asked;
    const onward = { ...headers, host, ...(headers.origin && { origin: baseURL }) };
    const passed = request(new URL(url, baseURL), { method, headers: onward }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  };
  const server = createServer((asked, answer) => {
    if (stalled) held.push([asked, answer]);
    else pass(asked, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stall: (now = true) => {
      stalled = now;
      if (stalled) return;
      // Browsers have given up some of these requests.
      for (const [asked, answer] of held.splice(0))
        if (!asked.destroyed && !answer.destroyed) pass(asked, answer);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
