import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The product keeps to a small heap. V8 reads these flags only when a process starts. */
const FLAGS = ['--max-semi-space-size=16', '--max-old-space-size=384'];

/** Without a limit glibc has a heap for each thread, and hardly returns what is freed there. */
const MALLOC_SETTINGS = { MALLOC_ARENA_MAX: '2' };

// The process replaces itself and keeps its id. Windows cannot do this; there it runs without the limits.
if (process.platform !== 'win32' && !FLAGS.every((flag) => process.execArgv.includes(flag))) {
  process.execve(
    process.execPath,
    [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)],
    { ...MALLOC_SETTINGS, ...process.env },
  );
}

// The next start finds every module compiled, without its types. This file has no types, so that the stripper
// (some 17 MB) is not loaded. Whoever writes in the folder decides what runs, so it is not a shared one.
try {
  enableCompileCache(join(homedir(), '.cache/institute/node'));
} catch {
  // A user without a home
}
await import('./src/main.ts');
