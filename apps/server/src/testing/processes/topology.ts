import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbedded } from '@institute/embedded-postgres';
import pg from 'pg';
import { prepareDataDir } from '../../crypto/data-dir.ts';
import { type ObjectStore, startObjectStore } from '../stand-ins/object-store.ts';
import { type RedisServer, startRedis } from '../stand-ins/redis-server.ts';
import { makeSelfSigned } from '../stand-ins/self-signed.ts';
import { findLocalPort, type StartedProduct, startProduct, stopChild } from './started-product.ts';

const EXAMPLES = resolve(import.meta.dirname, '../../../../../infra/deploy');
const EXAMPLE = join(EXAMPLES, 'nginx/institute.conf');
const START_TIMEOUT_MS = 60_000;

export interface Topology {
  origin: string;
  /** Address of the proxy without TLS. */
  plainOrigin: string;
  /** The proxy's log of requests, unless its configuration turns it off. */
  accessLog: string;
  /** The proxy's self-signed certificate. */
  certificate: string;
  /** The processes behind the proxy. They answer to the host of `origin`. */
  sides: [StartedProduct, StartedProduct];
  store: ObjectStore;
  redis: RedisServer;
  stop(): Promise<void>;
}

/**
 * Starts the topology of `infra/deploy` on loopback: two processes, PostgreSQL over TCP with a password, Redis,
 * an object store, and nginx with the example's configuration. Needs redis-server and nginx.
 */
export async function startTopology(
  folder: string,
  settings: Record<string, string> = {},
): Promise<Topology> {
  const closers: (() => unknown)[] = [];
  const stopAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    mkdirSync(folder, { recursive: true });
    const [database, store, redis] = await Promise.all([
      startDatabase(join(folder, 'database')),
      startObjectStore(),
      startRedis({ password: randomBytes(12).toString('hex') }),
    ]);
    closers.push(database.stop, () => store.close(), redis.close);

    const port = await findLocalPort();
    const origin = `https://localhost:${port}`;
    const ofBoth = {
      PUBLIC_URL: origin,
      TRUST_PROXY: 'loopback',
      DATABASE_URL: database.url,
      AUTH_SECRET: randomBytes(48).toString('base64'),
      REDIS_URL: redis.url,
      S3_URL: store.url,
      SEED_DEMO: 'true',
      // The first account signs up here.
      ADMIN_SIGNUP: 'open',
      ...settings,
    };
    const startSide = async (name: string) => {
      const side = await startProduct(join(folder, name), ofBoth);
      closers.push(side.stop);
      return side;
    };
    // Both start at once, as with a compose file: one migrates, the other waits.
    const sides: [StartedProduct, StartedProduct] = await Promise.all([startSide('one'), startSide('two')]);
    const proxy = await startProxy(join(folder, 'proxy'), port, sides);
    closers.push(proxy.stop);
    const { certificate, plainOrigin, accessLog } = proxy;
    return { origin, certificate, plainOrigin, accessLog, sides, store, redis, stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

async function startDatabase(folder: string) {
  prepareDataDir(dirname(folder));
  prepareDataDir(folder);
  const port = await findLocalPort();
  const rules = join(folder, 'hba.conf');
  writeFileSync(rules, 'local all institute trust\nhost site site 127.0.0.1/32 scram-sha-256\n');
  const server = await startEmbedded({
    dataDir: folder,
    settings: { listen_addresses: '127.0.0.1', port: `${port}`, max_connections: '80', hba_file: rules },
  });
  const password = randomBytes(12).toString('hex');
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(`CREATE ROLE site LOGIN PASSWORD '${password}'`);
  await client.query('CREATE DATABASE site OWNER site');
  await client.end();
  return { url: `postgresql://site:${password}@127.0.0.1:${port}/site`, stop: server.stop };
}

/** Replaces only names, ports and paths in the example's configuration. */
async function startProxy(folder: string, port: number, sides: StartedProduct[]) {
  const { key, cert } = makeSelfSigned('localhost');
  mkdirSync(folder, { recursive: true });
  const writeConfig = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const [first = '', second = ''] = sides.map(({ origin }) => new URL(origin).host);
  const plainPort = await findLocalPort();
  const accessLog = join(folder, 'access.log');
  const site = [
    ['www.example.org', 'localhost'],
    ['127.0.0.1:3000', first],
    ['127.0.0.1:3001', second],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['/var/log/nginx/error.log', join(folder, 'site-error.log')],
    ['/etc/ssl/institute/fullchain.pem', writeConfig('fullchain.pem', cert)],
    ['/etc/ssl/institute/privkey.pem', writeConfig('privkey.pem', key)],
  ].reduce(
    (text, [from = '', to = '']) => {
      if (!text.includes(from)) throw new Error(`The example for nginx has no “${from}”.`);
      return text.replaceAll(from, to);
    },
    readFileSync(EXAMPLE, 'utf8'),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/error.log warn;`,
    'events { worker_connections 4096; }',
    'http {',
    `access_log ${accessLog};`,
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    `include ${writeConfig('institute.conf', site)};`,
    '}',
  ];
  const file = writeConfig('nginx.conf', main.join('\n'));
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', `${folder}/error.log`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilOpen(child, port);
  const plainOrigin = `http://127.0.0.1:${plainPort}`;
  return { certificate: cert, plainOrigin, accessLog, stop: () => stopChild(child) };
}

/** Uses the example's configuration. Visitors must send the host of `topology.origin`. */
export async function startCaddy(folder: string, { sides }: Topology) {
  mkdirSync(folder, { recursive: true });
  const port = await findLocalPort();
  const file = join(folder, 'Caddyfile');
  const own = [
    'admin off',
    'auto_https disable_redirects',
    'skip_install_trust',
    'log {',
    'output discard',
    '}',
  ];
  const example = readFileSync(join(EXAMPLES, 'caddy/Caddyfile'), 'utf8');
  writeFileSync(
    file,
    example.replace(/^{$/m, (start) => [start, ...own].join('\n')),
  );
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      SITE_ADDRESS: `https://localhost:${port}`,
      SITE_PROCESSES: sides.map(({ origin }) => new URL(origin).host).join(' '),
    },
  });
  await waitUntilOpen(child, port);
  return { origin: `https://localhost:${port}`, stop: () => stopChild(child) };
}

async function waitUntilOpen(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}.`);
    if (performance.now() > deadline) throw new Error(`${child.spawnfile} is not up in time.`);
    await sleep(20);
  }
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
