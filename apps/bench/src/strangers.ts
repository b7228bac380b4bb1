import { request } from 'node:http';
import { join } from 'node:path';
import { startEmbedded } from '@institute/embedded-postgres';
import type pg from 'pg';
import { prepareDataDir } from '../../server/src/crypto/data-dir.ts';
import { databaseProxy } from '../../server/src/testing/database-proxy.ts';
import { message } from '../../server/src/testing/given.ts';
import { bodyPaths, largeBodies } from '../../server/src/testing/large-bodies.ts';
import { median } from './median.ts';
import { callApi, type Product, signUp, startProduct, withFolder, withProduct } from './product.ts';
import { type Figure, isShort, type Section } from './report.ts';

const TRIES = isShort ? 5 : 20;
const UNKNOWN = 'stranger@example.org';

export async function measureStrangers(): Promise<Section> {
  const figures = await withProduct(async ({ origin }, client) => {
    const { token } = await signUp(origin);
    return [
      await compareSignIns(origin, client),
      await compareResets(origin, token),
      ...(await sendLargeBodies(origin, token)),
    ];
  });
  return {
    title: 'Strangers',
    text: `What a stranger could learn from a time, or slow down: medians of ${TRIES} tries for an address with an account and for one without, by turns; the longest answer to ${largeBodies().length} large bodies at ${bodyPaths.length} addresses, the fastest of three; and answers while PostgreSQL is frozen.`,
    figures: [...figures, ...(await askFrozen())],
  };
}

interface Post {
  path: string;
  body: string | Buffer;
  headers?: Record<string, string>;
}

/** Also takes an answer that comes before the whole body is sent. */
function timePost(
  origin: string,
  { path, body, headers = {} }: Post,
): Promise<{ ms: number; status: number }> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      origin + path,
      { method: 'POST', headers: { 'content-type': 'application/json', connection: 'close', ...headers } },
      (answer) => {
        answer.resume();
        resolve({ ms: performance.now() - startedAt, status: answer.statusCode ?? 0 });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Share of the time for the unknown address. A check that is skipped for one kind makes it ten times as fast. */
function compareTimes(name: string, known: number[], unknown: number[]): Figure {
  const [one, other] = [median(known), median(unknown)];
  return {
    name,
    value: Math.abs(one / other - 1) * 100,
    unit: '%',
    atMost: 50,
    details: `${one.toFixed(1)} ms and ${other.toFixed(1)} ms`,
  };
}

async function compareSignIns(origin: string, client: pg.Client): Promise<Figure> {
  const times: Record<string, number[]> = { 'bench@institute.example': [], [UNKNOWN]: [] };
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const [email, list] of Object.entries(times)) {
      // Otherwise the limits would answer
      await client.query('delete from wrong_tries');
      const body = JSON.stringify({ email, password: 'a wrong test phrase' });
      list.push((await timePost(origin, { path: '/api/v1/admin/login', body })).ms);
    }
  }
  const [known = [], unknown = []] = Object.values(times);
  return compareTimes('a wrong sign-in: known and unknown address differ by', known, unknown);
}

/** An address gets one link in five minutes, so each try is for another account. */
async function compareResets(origin: string, token: string): Promise<Figure> {
  const [known, unknown]: [number[], number[]] = [[], []];
  const askWithEmail = async (email: string) => {
    const body = JSON.stringify({ email });
    return (await timePost(origin, { path: '/api/trpc/auth.requestReset', body })).ms;
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    const email = `staff${tries}@example.org`;
    const password = `a-long-kitenge-thread-${tries}`;
    await callApi(
      `${origin}/api/v1/admin/signup`,
      'POST',
      { email, password, confirmPassword: password },
      token,
    );
    known.push(await askWithEmail(email));
    unknown.push(await askWithEmail(`stranger${tries}@example.org`));
  }
  return compareTimes('a request for a new password: known and unknown address differ by', known, unknown);
}

async function sendLargeBodies(origin: string, token: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, body, headers] of largeBodies()) {
    let longest = { ms: 0, path: '' };
    for (const path of bodyPaths) {
      const post = { path, body, headers: { authorization: `Bearer ${token}`, ...headers } };
      const times: number[] = [];
      for (let tries = 0; tries < 3; tries += 1) times.push((await timePost(origin, post)).ms);
      const ms = Math.min(...times);
      if (ms > longest.ms) longest = { ms, path };
    }
    figures.push({ name: what, value: longest.ms, unit: 'ms', atMost: 100, details: longest.path });
  }
  return figures;
}

const askFrozen = (): Promise<Figure[]> =>
  withFolder(async (folder) => {
    const dataDir = join(folder, 'database');
    prepareDataDir(dataDir);
    const database = await startEmbedded({ dataDir });
    const proxy = await databaseProxy(database.connection);
    const { user, host, port, database: name } = proxy.connection;
    const settings = {
      DATABASE_URL: `postgresql://${user}@${host}:${port}/${name}`,
      AUTH_SECRET: 'x'.repeat(48),
    };
    const product = await startProduct(join(folder, 'data'), settings);
    try {
      const askAll = () => Promise.all(Array.from({ length: 30 }, () => sendMessage(product)));
      await askAll();
      proxy.freeze();
      const [first, later] = [Math.max(...(await askAll())), Math.max(...(await askAll()))];
      return [
        { name: 'PostgreSQL is frozen: longest answer', value: first, unit: 'ms', atMost: 10_000 },
        { name: 'the same, of later calls', value: later, unit: 'ms', atMost: 1000 },
      ];
    } finally {
      proxy.thaw();
      await product.stop();
      await proxy.close();
      await database.stop();
    }
  });

const sendMessage = async ({ origin }: Product): Promise<number> =>
  (await timePost(origin, { path: '/api/v1/contact', body: JSON.stringify(message) })).ms;
