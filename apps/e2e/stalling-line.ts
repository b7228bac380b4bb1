import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A line to the product that can stall: then it takes requests and never answers. */
export async function stallingLine(baseURL: string) {
  const { host } = new URL(baseURL);
  let stalled = false;
  const server = createServer((asked, answer) => {
    if (stalled) return;
    const { method = 'GET', url = '/', headers } = asked;
    const onward = { ...headers, host, ...(headers.origin && { origin: baseURL }) };
    const passed = request(new URL(url, baseURL), { method, headers: onward }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stall: (now = true) => {
      stalled = now;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
