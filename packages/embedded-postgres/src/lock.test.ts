import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCK_FILE, lockDataDir } from './lock.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'institute-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('is held once, and can be taken again after its release', async () => {
  const lock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toMatchObject({
    code: 'FOLDER_IN_USE',
    message: expect.stringContaining(`process ${process.pid}`),
  });

  lock.release();
  expect(readdirSync(dataDir)).toEqual([LOCK_FILE]);
  (await lockDataDir(dataDir)).release();
});

test('reports why the folder cannot be written', async () => {
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  await expect(lockDataDir(join(file, 'data'))).rejects.toMatchObject({
    code: 'FOLDER_NOT_WRITABLE',
    cause: { code: 'ENOTDIR' },
  });
});
