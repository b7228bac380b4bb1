import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readZip } from '../testing/files/zip.ts';
import { streamZip } from './zip-stream.ts';

const createdAt = new Date('2026-11-30T10:00:00Z');
const PAGE_BYTES = 1_000_000;

/** Files that are made when they are asked for, and say how many were. */
function makeSource(count: number) {
  const source = { asked: 0, isLeft: false };
  async function* files() {
    try {
      for (; source.asked < count; ) {
        source.asked += 1;
        yield { name: `${source.asked}.jpg`, bytes: randomBytes(PAGE_BYTES) };
      }
    } finally {
      source.isLeft = true;
    }
  }
  return { source, files: files() };
}

/** Time for whatever would be read ahead. */
async function settle() {
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
}

test('an archive holds each file as it is, also an empty one, with any letters in its name', async () => {
  const content = new Map([
    ['one/1 Carte d’identité.jpg', randomBytes(200_000)],
    ['two/2.pdf', Buffer.from('%PDF')],
    ['empty.txt', Buffer.alloc(0)],
    ['whole slice', randomBytes(128 * 1024)],
  ]);
  async function* files() {
    for (const [name, bytes] of content) yield { name, bytes };
  }
  expect(readZip(await buffer(streamZip(files(), createdAt)))).toEqual(content);
});

test('while a client stalls, at most one file is read ahead, and the rest comes when it goes on', async () => {
  const { source, files } = makeSource(4);
  const archive = streamZip(files, createdAt);
  const waiting: (() => void)[] = [];
  let isStalled = true;
  let taken = 0;
  const client = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, done) => {
      taken += chunk.length;
      if (isStalled) waiting.push(done);
      else done();
    },
  });
  archive.pipe(client);
  await settle();
  expect([source.asked, taken < PAGE_BYTES]).toEqual([1, true]);
  while (taken <= PAGE_BYTES) {
    waiting.shift()?.();
    await settle();
  }
  expect(source.asked).toBe(2);
  isStalled = false;
  waiting.shift()?.();
  await once(client, 'finish');
  expect([source.asked, source.isLeft]).toEqual([4, true]);
});

test('a client that goes away ends the reading', async () => {
  const { source, files } = makeSource(100);
  const archive = streamZip(files, createdAt);
  await once(archive, 'readable');
  archive.destroy();
  await settle();
  expect(source).toEqual({ asked: 1, isLeft: true });
});

test('a source that fails breaks the archive off, so that nobody takes it for whole', async () => {
  async function* files() {
    yield { name: '1.jpg', bytes: randomBytes(10) };
    throw new Error('The store is gone');
  }
  await expect(buffer(streamZip(files(), createdAt))).rejects.toThrow('The store is gone');
});
