import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** The product keeps to a small heap. V8 reads these flags only when a process starts. */
const FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=384'];

// The process replaces itself and keeps its id. Windows cannot do this; there it runs without the limits.
if (process.platform !== 'win32' && !FLAGS.every((flag) => process.execArgv.includes(flag))) {
  process.execve(process.execPath, [
    process.execPath,
    ...FLAGS,
    ...process.execArgv,
    ...process.argv.slice(1),
  ]);
}

// The next start finds every module compiled, without its types. This file has no types, so that the stripper
// (some 17 MB) is not loaded.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));
await import('./src/main.ts');
