import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StartError } from '../errors.ts';
import { loadKeys, makeDataKeys, parseKeys, SealedTextError, sealText, unsealText } from './data-keys.ts';

const base64 = (filling: number) => Buffer.alloc(32, filling).toString('base64');
function keysOf(...fillings: number[]) {
  const keys = parseKeys(fillings.map(base64).join(), ',');
  if (!keys) throw new Error('no keys');
  return makeDataKeys(keys);
}
function folder() {
  const path = mkdtempSync(join(tmpdir(), 'institute-keys-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a sealed text opens with its key, and never looks the same twice', () => {
  const keys = keysOf(1);
  const one = sealText(keys, 'Asthma 🫁', 'row');
  const two = sealText(keys, 'Asthma 🫁', 'row');
  expect(one).not.toBe(two);
  expect([unsealText(keys, one, 'row'), unsealText(keys, two, 'row')]).toEqual(['Asthma 🫁', 'Asthma 🫁']);
});

test('a sealed text opens neither in another row, nor changed, nor cut', () => {
  const keys = keysOf(1);
  const sealed = sealText(keys, 'Asthma', 'row');
  const bytes = Buffer.from(sealed.slice(9), 'base64');
  const changed = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return sealed.slice(0, 9) + copy.toString('base64');
  };
  expect(() => unsealText(keys, sealed, 'other row')).toThrow(SealedTextError);
  for (let at = 0; at < bytes.length; at += 1) {
    expect(() => unsealText(keys, changed(at), 'row')).toThrow(SealedTextError);
    expect(() =>
      unsealText(keys, sealed.slice(0, 9) + bytes.subarray(0, at).toString('base64'), 'row'),
    ).toThrow(SealedTextError);
  }
});

test('the first key writes, every key reads, and a missing one is named', () => {
  const before = sealText(keysOf(1), 'Asthma', 'row');
  expect(unsealText(keysOf(2, 1), before, 'row')).toBe('Asthma');
  expect(sealText(keysOf(2, 1), 'Asthma', 'row').slice(0, 8)).toBe(keysOf(2).all()[0].id);
  expect(() => unsealText(keysOf(2), before, 'row')).toThrow(
    `The data key ${before.slice(0, 8)} is not in DATA_KEY`,
  );
});

test('a new key in the data folder counts at once, for a process that runs too', () => {
  const dir = folder();
  const keys = loadKeys(dir);
  const elsewhere = loadKeys(dir);
  const before = sealText(keys, 'Asthma', 'row');
  elsewhere.add?.();
  const after = sealText(elsewhere, 'Nuts', 'row');
  expect(after.slice(0, 8)).not.toBe(before.slice(0, 8));
  expect([unsealText(keys, before, 'row'), unsealText(keys, after, 'row')]).toEqual(['Asthma', 'Nuts']);
  expect(sealText(keys, 'Nuts', 'row').slice(0, 8)).toBe(after.slice(0, 8));
  expect(readFileSync(join(dir, 'data-key'), 'utf8').trim().split('\n')).toHaveLength(2);
});

test('a damaged key file is refused in one line that does not show it', () => {
  const dir = folder();
  writeFileSync(join(dir, 'data-key'), 'hidden');
  expect(() => loadKeys(dir)).toThrow(StartError);
  expect(() => loadKeys(dir)).toThrow('data-key must hold keys of 32 bytes in base64, one in each line.');
});
