import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  makeDatabaseSettings,
  makeScratchDataDir,
  startRefused,
} from './testing/processes/server-process.ts';

let data: ReturnType<typeof makeScratchDataDir>;
beforeEach(() => {
  data = makeScratchDataDir();
});
afterEach(() => data.remove());

const refusal = (env: Record<string, string>) => startRefused({ DATA_DIR: data.path, ...env });

test('reports a taken port in one line and creates nothing in the data folder', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const { code, lines } = await refusal({ PORT: `${port}` });
  taken.close();

  expect({ code, lines }).toEqual({
    code: 1,
    lines: [`Port ${port} on 127.0.0.1 is already in use; set PORT to another.`],
  });
  expect(existsSync(join(data.path, 'postgres'))).toBe(false);
});

test('a wrong setting prints one line with its name and without its value', async () => {
  const { code, lines } = await refusal({ AUTH_SECRET: 'too-short-to-be-secret' });
  expect({ code, lines }).toEqual({ code: 1, lines: ['AUTH_SECRET must be at least 32 bytes long.'] });
  expect(readdirSync(data.path)).toEqual([]);
});

test('an unreachable PostgreSQL prints one line without its password', async () => {
  const { code, lines } = await refusal(
    makeDatabaseSettings('postgresql://someone:hidden-password@127.0.0.1:1/institute'),
  );
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^The database of DATABASE_URL cannot be opened: .*ECONNREFUSED.*$/)],
  });
  expect(lines[0]).not.toContain('hidden-password');
});
