import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Collector, startCollector } from '../testing/collector.ts';
import { startTracing } from './exporter.ts';
import { endSpan, inSpan, isTracing, startSpan } from './span.ts';

let collector: Collector;
let tracing: ReturnType<typeof startTracing> | undefined;
const log = { info: vi.fn(), warn: vi.fn() };
beforeEach(async () => {
  collector = await startCollector();
  vi.clearAllMocks();
});
afterEach(async () => {
  await tracing?.close();
  await collector.close();
});

const soon = { timeout: 20_000, interval: 10 };
const everyHour = 3_600_000;
function start(everyMs = everyHour, more: Partial<Parameters<typeof startTracing>[0]> = {}) {
  const resource = { 'service.name': 'institute' };
  const config = { url: collector.url, headers: {}, resource, ratio: 1, followsCaller: true };
  tracing = startTracing({ ...config, log, everyMs, ...more });
  return tracing;
}
const record = (count: number) => {
  for (let n = 0; n < count; n += 1) endSpan(startSpan({ name: `span ${n}`, kind: 'internal' }));
};

test('the end of the process sends what waits, below its parent and with its failure', async () => {
  const { close } = start(everyHour, { headers: { authorization: 'Bearer x' } });
  const failing = inSpan({ name: 'outer', kind: 'consumer', attributes: { tries: 2 } }, () =>
    inSpan({ name: 'inner', kind: 'client' }, () => Promise.reject(new TypeError('about Ann'))),
  );
  await expect(failing).rejects.toThrow('about Ann');
  await close();

  expect(collector.requests).toHaveLength(1);
  expect(collector.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer x',
    'content-type': 'application/json',
  });
  expect(collector.requests[0]?.body).not.toContain('Ann');
  expect(collector.resource()).toMatchObject({ 'service.name': 'institute' });
  const [inner, outer] = collector.spans();
  expect(outer).toMatchObject({ name: 'outer', kind: 5, attributes: { tries: '2' }, status: { code: 2 } });
  expect(outer?.parentSpanId).toBeUndefined();
  expect(inner).toMatchObject({ parentSpanId: outer?.spanId, traceId: outer?.traceId, kind: 3 });
  expect(inner?.attributes).toEqual({ 'error.type': 'TypeError' });
  expect(BigInt(inner?.endTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(BigInt(inner?.startTimeUnixNano ?? 1));
});

test('nothing is recorded before the start and after the end', async () => {
  expect(isTracing()).toBe(false);
  expect(await inSpan({ name: 'before', kind: 'internal' }, async (span) => span)).toBeUndefined();
  await start().close();
  expect(isTracing()).toBe(false);
  expect(collector.requests).toEqual([]);
});

test('a full batch is sent at once', async () => {
  start();
  record(512);
  await vi.waitFor(() => expect(collector.spans()).toHaveLength(512), soon);
});

test('a collector that is away costs bounded memory and one line, and gets later what there is room for', async () => {
  collector.status = 503;
  const { close } = start(20);
  record(5000);
  await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(3), soon);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.info).not.toHaveBeenCalled();

  collector.requests.length = 0;
  collector.status = 200;
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1), soon);
  await close();
  const sent = new Set(collector.spans().map(({ spanId }) => spanId));
  expect(sent.size).toBeGreaterThanOrEqual(512);
  expect(sent.size).toBeLessThanOrEqual(2048);
  expect(log.warn).toHaveBeenCalledTimes(1);
});

test('what a collector refuses is not sent again', async () => {
  collector.status = 400;
  const { close } = start(20);
  record(3);
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1), soon);
  collector.status = 200;
  record(1);
  await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1), soon);
  await close();
  expect(collector.spans()).toHaveLength(4);
});

test('a collector that never answers delays the end by a second at most', async () => {
  collector.status = undefined;
  const { close } = start();
  record(1000);
  const startedAt = performance.now();
  await close();
  expect(performance.now() - startedAt).toBeLessThan(8000);
});

test('a caller decides for its trace, otherwise the share does', async () => {
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const asked = { name: 'asked', kind: 'server' as const };
  start(everyHour, { ratio: 0 });
  expect(startSpan(asked).isRecorded).toBe(false);
  expect(startSpan(asked, { ...caller, isRecorded: true }).isRecorded).toBe(true);
  await tracing?.close();
  start(everyHour, { followsCaller: false, ratio: 0.25 });
  expect(startSpan(asked, { ...caller, isRecorded: true }).isRecorded).toBe(false);
  const recorded = Array.from({ length: 1000 }, () => startSpan(asked)).filter((span) => span.isRecorded);
  expect(recorded.length).toBeGreaterThan(100);
  expect(recorded.length).toBeLessThan(400);
});
