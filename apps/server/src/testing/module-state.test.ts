import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The same for every app of a process: Node's threads that compress and its span exporter, a document that only
 * the contract changes, and fonts.
 */
const ofTheProcess = [
  'http/cached-answer.ts: const { run: inTurn } = workQueue(',
  'http/openapi.ts: let built',
  'modules/donations/receipt-fonts.ts: let opened',
  'tracing/span.ts: let api',
];

const src = resolve(import.meta.dirname, '..');
const sources = globSync('**/*.ts', { cwd: src }).filter(
  (file) => !/\.(?:test|process)\.ts$|^testing\/|\/migrations\//.test(file),
);
/** Variables, empty collections and queues outside of functions. What hangs on an object of the app ends with it. */
const state =
  /^(?:export )?(let \w+|const [\w{}:, ]+ = (?:new (?:Map|Set|LRUCache)(?:<.*>)?\((?:\)|\{)|\[\];|\{\};|workQueue\())/gm;

test('modules keep no state, which files of tests in one process would share', () => {
  const found = sources.flatMap((file) =>
    Array.from(readFileSync(resolve(src, file), 'utf8').matchAll(state), ([, words]) => `${file}: ${words}`),
  );
  expect(found.sort()).toEqual(ofTheProcess);
});
