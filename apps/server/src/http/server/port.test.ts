import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnSockets, SharedPortServer } from './listen.ts';
import { findFreePort, reservePort } from './port.ts';

const host = '127.0.0.1';

test('nobody else gets the port that is held for PORT=0, before and after the product listens', async () => {
  const held = await reservePort(host);
  const { port } = held;
  const taken = `Port ${port} on ${host} is already in use`;
  await expect(findFreePort({ host, port })).rejects.toThrow(taken);

  const app = fastify({ serverFactory: (answer) => new SharedPortServer({}, answer) });
  app.get('/', async () => 'here');
  onTestFinished(() => app.close());
  await held.handOver(() => listenOnSockets(app, { host, port }));
  for (let visit = 0; visit < 20; visit += 1) {
    const answer = await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } });
    expect(await answer.text()).toBe('here');
  }
  await expect(findFreePort({ host, port })).rejects.toThrow(taken);
});

test('a held port is free again when the start fails', async () => {
  const held = await reservePort(host);
  await held.release();
  await held.release();
  expect(await findFreePort({ host, port: held.port })).toBe(held.port);
});
