import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

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
// a stack trace names the sources of the bundle
process.setSourceMapsEnabled(true);
await import(pathToFileURL(bundle() ?? join(import.meta.dirname, 'src/main.ts')).href);

/** The bundled server, or undefined when it was not built or a source is newer. Then the sources run. */
function bundle() {
  try {
    const current = join(import.meta.dirname, 'releases/current');
    const release = join(import.meta.dirname, 'releases', readFileSync(current, 'utf8'));
    const { mtimeMs: releasedAt } = statSync(current);
    const sources = JSON.parse(readFileSync(join(release, 'sources.json'), 'utf8'));
    const isNewer = (source) => statSync(join(release, source)).mtimeMs > releasedAt;
    return sources.some(isNewer) ? undefined : join(release, 'main.js');
  } catch {
    // not built, or a source was removed
    return undefined;
  }
}
