import { spawnSync } from 'node:child_process';
import { environment, root } from './checkout.mjs';

const { status } = spawnSync('biome', ['ci', '--error-on-warnings', '--colors=off'], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status !== 0)
  console.error(
    '  → `npm run fix` mends the format, the order of imports and what else has one safe answer.',
  );
process.exitCode = status === 0 ? 0 : 1;
