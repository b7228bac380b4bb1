import { expect, test } from 'vitest';
import { logEntries, useStarts } from './testing/processes/starts.ts';

const { start } = useStarts();

test('says PUBLIC_URL, where people find the site, and warns of a setting of traces that it cannot use', async () => {
  const server = start({ PUBLIC_URL: 'https://www.example.org', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  expect(await server.address).toBe('https://www.example.org');
  const msg = expect.stringMatching(/^OTEL_EXPORTER_OTLP_PROTOCOL must be .*; http\/protobuf is used\.$/);
  await expect.poll(() => logEntries(server)).toContainEqual(expect.objectContaining({ level: 40, msg }));
});

test('until SIGTERM closes it, the process answers, ends each connection, and is not ready', async () => {
  const server = start({}, 'testing/app/without-pages.ts', ['--grace']);
  const address = await server.address;
  const ready = () => fetch(`${address}/readyz`);
  const before = await ready();
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);

  server.child.kill('SIGTERM');
  await expect.poll(async () => (await ready()).status).toBe(503);
  const read = await fetch(`${address}/api/v1/programs`);
  expect([read.status, read.headers.get('connection')]).toEqual([200, 'close']);
  server.child.stdin?.end();
  expect(await server.ended).toBe(0);
});

test('a Ctrl-C that arrives twice, from the terminal and from npm, stops cleanly', async () => {
  const server = start();
  const address = await server.address;
  const slow = fetch(`${address}/slow`);
  await fetch(`${address}/one`);

  process.kill(-server.pid, 'SIGINT');
  server.child.kill('SIGINT');

  expect(await (await slow).json()).toEqual([{ one: 1 }]);
  expect(await server.ended).toBe(0);
});

test('a second Ctrl-C later on does not wait for the requests', async () => {
  const server = start();
  const address = await server.address;
  const hanging = fetch(`${address}/hanging`).catch(() => 'cut off');
  await fetch(`${address}/one`);

  server.child.kill('SIGINT');
  const again = setInterval(() => server.child.kill('SIGINT'), 1100);
  expect(await server.ended).toBe(130);
  clearInterval(again);
  expect(await hanging).toBe('cut off');
});

test('in development, serves both apps, and starts again only after a change', async () => {
  const server = start({}, 'main.ts', ['--dev']);
  const address = await server.address;
  for (const path of ['/programs', '/admin/login']) {
    expect((await fetch(`${address}${path}`)).status).toBe(200);
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output().stdout.match(/The site is at/g)).toHaveLength(1);
});
