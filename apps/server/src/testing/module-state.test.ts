import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The same for every app of a process: the span exporter of Node, and a document that only the contract changes. */
const ofTheProcess = ['http/openapi.ts: let built', 'tracing/span.ts: let api'];

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
