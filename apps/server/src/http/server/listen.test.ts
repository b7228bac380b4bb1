import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listenOnSockets, SharedPortServer } from './listen.ts';

const COUNT = 64;
const host = '127.0.0.1';
const app = fastify({
  serverFactory: (answer) => new SharedPortServer({ maxOpen: COUNT }, answer),
});
let gate = Promise.withResolvers<void>();
/** Ports of the clients, in the order in which they were accepted. */
let accepted: (number | undefined)[] = [];
let asked = 0;
let underWay = 0;
let clients: Socket[] = [];

const open = () => connect(port, host);

app.get('/', async () => 'here');
app.post('/', async () => 'whole');
app.get('/later', async () => {
  asked += 1;
  await gate.promise;
  return 'at last';
});
await listenOnSockets(app, { port: 0, host });
const { port } = app.server.address() as AddressInfo;
app.server.on('connection', (connection) => {
  accepted.push(connection.remotePort);
  underWay += 1;
  connection.once('close', () => {
    underWay -= 1;
  });
});
beforeEach(() => {
  accepted = [];
  asked = 0;
  gate = Promise.withResolvers();
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
    for (; accepted.length < COUNT; turns += 1) await nextTurn();
    expect(turns).toBeLessThan(COUNT / 2);
  },
);

const readAnswer = async (client: Socket) => {
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return String((await once(client, 'data'))[0]);
};
const isHere = /^HTTP\/1.1 200 .*here$/s;

test('every connection gets its answers', async () => {
  for (const client of clients) expect(await readAnswer(client)).toMatch(isHere);
});

test.runIf(process.platform === 'linux')(
  'in a full server the oldest unfinished request of the fullest network makes room for another',
  async () => {
    while (accepted.length < COUNT) await nextTurn();
    const byAge = accepted.map((age) => clients.find(({ localPort }) => localPort === age) as Socket);
    const [working, ...waiting] = byAge as [Socket, ...Socket[]];
    working.write('GET /later HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
    for (const client of waiting) client.resume().write(`POST / HTTP/1.1\r\n${head}half`);
    while (asked < 1) await nextTurn();

    const others: Socket[] = [];
    for (const oldest of waiting.slice(0, 2)) {
      const other = connect({ port, host, localAddress: '127.0.0.2' });
      clients.push(other);
      others.push(other);
      expect(await readAnswer(other)).toMatch(isHere);
      while (!oldest.closed) await nextTurn();
    }
    // Idle connections wait for their next requests, and are of the smaller network
    for (const other of others) expect(await readAnswer(other)).toMatch(isHere);
    expect(clients.filter(({ closed }) => closed)).toHaveLength(2);
    gate.resolve();
    expect(String((await once(working, 'data'))[0])).toMatch(/at last$/);
  },
);

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
