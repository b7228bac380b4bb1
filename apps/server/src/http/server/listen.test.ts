import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listenOnSockets, SharedPortServer } from './listen.ts';

const COUNT = 64;
const host = '127.0.0.1';
const app = fastify({
  serverFactory: (answer) => new SharedPortServer({ maxConnections: COUNT }, answer),
});
const gate = Promise.withResolvers<void>();
let accepted = 0;
let asked = 0;
let underWay = 0;
let clients: Socket[] = [];

const open = () => connect(port, host);

app.get('/', async () => 'here');
app.get('/later', async () => {
  asked += 1;
  await gate.promise;
  return 'at last';
});
await listenOnSockets(app, { port: 0, host });
const { port } = app.server.address() as AddressInfo;
app.server.on('connection', (connection) => {
  accepted += 1;
  underWay += 1;
  connection.once('close', () => {
    underWay -= 1;
  });
});
beforeEach(() => {
  accepted = 0;
  clients = Array.from({ length: COUNT }, open);
  return async () => {
    for (const client of clients) client.destroy();
    while (underWay > 0) await nextTurn();
  };
});
afterAll(() => app.close());

test.runIf(process.platform === 'linux')(
  'accepts many connections in few turns of the event loop',
  async () => {
    let turns = 0;
    for (; accepted < COUNT; turns += 1) await nextTurn();
    expect(turns).toBeLessThan(COUNT / 2);
  },
);

test('every connection gets its answers, and those above the limit end without one', async () => {
  while (accepted < COUNT) await nextTurn();
  const beyond = open();
  expect(await once(beyond, 'close')).toEqual([false]);
  expect(beyond.bytesRead).toBe(0);

  for (const client of clients) {
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 .*here$/s);
  }
});

test('closes when the answers of all connections are sent', async () => {
  for (const client of clients)
    client.write('GET /later HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  // A connection whose request has not been read yet would count as idle
  while (asked < COUNT) await nextTurn();
  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  while (app.server.listening) await nextTurn();
  expect(await once(open(), 'error')).toMatchObject([{ code: 'ECONNREFUSED' }]);
  expect(isClosed).toBe(false);

  const answers = clients.map((client) => once(client, 'data'));
  gate.resolve();
  for (const [answer] of await Promise.all(answers)) expect(String(answer)).toMatch(/at last$/);
  await closing;
});
