import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { AppError } from '../errors.ts';
import { type FileReader, readInWorker, readSingleResult } from './read-in-worker.ts';

const newApp = () => ({ changes: {} });

function readerOf(code: string, limits: { timeoutMs?: number } = {}): FileReader<string> {
  return {
    module: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    result: z.string(),
    path: 'file',
    advice: 'Send half of it.',
    timeoutMs: 60_000,
    heapMb: 32,
    ...limits,
  };
}
const echo = readerOf('export async function* read(input) { yield* input; }');
const endless = readerOf('export async function* read() { for (;;); }', { timeoutMs: 100 });
const greedy = readerOf(
  'export async function* read() { const all = []; for (;;) all.push({ number: all.length }); }',
);
const readMessage = (read: Promise<unknown>) =>
  read.then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.details[0] : error),
  );

test('a file that takes too long or too much memory says so, and the next file is read', async () => {
  const app = newApp();
  expect(await readMessage(readSingleResult(app, endless, ''))).toEqual({
    path: 'file',
    message: 'This file takes too long to read. Send half of it.',
  });
  expect(await readMessage(readSingleResult(app, greedy, ''))).toEqual({
    path: 'file',
    message: 'This file is too large to read. Send half of it.',
  });
  expect(await readSingleResult(app, echo, ['next'])).toBe('next');
});

test('results come in their order, and whoever stops in between leaves room for the next file', async () => {
  const app = newApp();
  const all: string[] = [];
  for await (const result of readInWorker(app, echo, ['a', 'b', 'c'])) all.push(result);
  expect(all).toEqual(['a', 'b', 'c']);
  for await (const result of readInWorker(app, echo, ['a', 'b'])) {
    expect(result).toBe('a');
    break;
  }
  expect(await readSingleResult(app, echo, ['d'])).toBe('d');
});

test('a result of another form is refused, and a failure of the reader is passed on', async () => {
  const app = newApp();
  await expect(readSingleResult(app, echo, [1])).rejects.toThrow(z.ZodError);
  const broken = readerOf('export async function* read() { throw new Error("no file"); }');
  await expect(readSingleResult(app, broken, '')).rejects.toThrow('no file');
});

test('files of one kind are read one after another, and more than eight waiting ones come again', async () => {
  const app = newApp();
  const first = readInWorker(app, echo, ['held']);
  await first.next();
  const others = Array.from({ length: 10 }, () => readSingleResult(app, echo, ['later']));
  const refused = await readMessage(others.at(-1) ?? first.next());
  expect(refused).toBeUndefined();
  await expect(others.at(-1)).rejects.toThrow('Other files are being read. Try again in a minute.');
  await first.return(undefined);
  expect(new Set(await Promise.all(others.slice(0, 8)))).toEqual(new Set(['later']));
});

test('requests are answered while a file keeps its reader busy', async () => {
  const signs = new Int32Array(new SharedArrayBuffer(8));
  const busy = readerOf(`export async function* read(signs) {
    Atomics.store(signs, 0, 1);
    while (Atomics.load(signs, 1) === 0);
    yield 'read';
  }`);
  const app = fastify();
  app.get('/', async () => 'here');
  const reading = readSingleResult(newApp(), busy, signs);
  await expect.poll(() => Atomics.load(signs, 0), { timeout: 30_000 }).toBe(1);
  expect((await app.inject('/')).body).toBe('here');
  // Only now may the reader end
  Atomics.store(signs, 1, 1);
  expect(await reading).toBe('read');
});
