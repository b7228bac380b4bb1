import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { message, registration } from '../../../server/src/testing/given.ts';
import { percentile } from './percentile.ts';
import type { Phase, Visit, Visits } from './visits.ts';

/** A visitor's browser gives up after about as long. */
const TIMEOUT_MS = 15_000;
const TICK_MS = 5;
/** Fewer connections than the product accepts. A request that waits for one counts as late. */
const MAX_SOCKETS = 1000;

const { origin, phases }: { origin: string; phases: Phase[] } = JSON.parse(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
const visits: Visit[] = [];
const late: number[] = [];
const open = new Set<Promise<void>>();
let reads = 0;
let forms = 0;

/** Three of ten reads are of lists that no cache has. */
const paths = [
  ...['/', '/programs', '/programs/1', '/news', '/contact'],
  ...[`${apiPrefix}/programs`, `${apiPrefix}/posts`],
  ...[`${apiPrefix}/programs?q=`, `${apiPrefix}/posts?q=`, `${apiPrefix}/coaches?q=`],
];

function nextRead() {
  const path = paths[reads % paths.length] ?? '/';
  reads += 1;
  return { method: 'GET', path: path.endsWith('=') ? path + randomUUID() : path };
}

function nextForm() {
  forms += 1;
  const email = `${randomUUID()}@example.org`;
  return forms % 2
    ? { method: 'POST', path: `${apiPrefix}/contact`, body: { ...message, email } }
    : { method: 'POST', path: `${apiPrefix}/registrations`, body: { ...registration, programId: 1, email } };
}

type Sent = { method: string; path: string; body?: object };

function send({ method, path, body }: Sent): Promise<Visit['outcome']> {
  return new Promise((resolve) => {
    const payload = body && JSON.stringify(body);
    const headers = payload
      ? {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          'idempotency-key': randomUUID(),
        }
      : { 'accept-encoding': 'gzip, deflate, br' };
    const fault = (text: string) => resolve({ fault: `${method} ${path.split('?')[0]}: ${text}` });
    const sent = request(origin + path, { method, agent, headers, timeout: TIMEOUT_MS }, (answer) => {
      answer.on('error', (error) => fault(error.message));
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        if (status < 300) resolve('answered');
        else if (status === 503 && answer.headers['retry-after']) resolve('refused');
        else fault(String(status));
      });
      answer.resume();
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => fault(error.message));
    sent.end(payload);
  });
}

function start(kind: Visit['kind'], phase: string, began: number, dueAtMs: number): void {
  late.push(performance.now() - began - dueAtMs);
  const visit = send(kind === 'read' ? nextRead() : nextForm()).then((outcome) => {
    visits.push({ phase, kind, dueAtMs, tookMs: performance.now() - began - dueAtMs, outcome });
  });
  open.add(visit);
  visit.finally(() => open.delete(visit));
}

const startedAt = performance.now();
for (const { name, seconds, readsPerSecond, formsPerSecond } of phases) {
  process.send?.({ phase: name });
  const began = performance.now();
  const sent = { read: 0, form: 0 };
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    for (const [kind, perSecond] of [
      ['read', readsPerSecond],
      ['form', formsPerSecond],
    ] as const) {
      // the first is due at 0 ms
      const due = Math.floor((elapsed / 1000) * perSecond) + 1;
      for (; sent[kind] < due; sent[kind] += 1) start(kind, name, began, (sent[kind] / perSecond) * 1000);
    }
    await sleep(TICK_MS);
  }
}
process.send?.({ phase: 'end' });
const { user, system } = process.cpuUsage();
const busy = (user + system) / 1000 / (performance.now() - startedAt);
await Promise.all(open);
const result: Visits = { visits, generator: { lateMs: percentile(late, 99), busy } };
process.send?.(result, () => process.exit(0));
