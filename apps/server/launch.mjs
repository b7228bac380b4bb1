import cluster from 'node:cluster';
import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
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
// (some 17 MB) is not loaded. Whoever writes in the folder decides what runs, so it is not a shared one.
try {
  enableCompileCache(join(homedir(), '.cache/institute/node'));
} catch {
  // a user without a home
}
// a stack trace names the sources of the bundle
process.setSourceMapsEnabled(true);

const OPTION = '--entry=';
const given = cluster.isWorker ? process.argv.find((word) => word.startsWith(OPTION)) : undefined;
const entry = given?.slice(OPTION.length) ?? bundle() ?? join(import.meta.dirname, 'src/main.ts');
// Processes that this one starts, also after a build, run what it runs, and show the pages of that time (`built-pages.ts`).
if (cluster.isPrimary) {
  const pages = `--pages=${release('../web/releases')}/${release('../admin/releases')}`;
  cluster.setupPrimary({ args: [...process.argv.slice(2), OPTION + entry, pages] });
}
await import(pathToFileURL(entry).href);

/** The bundled server, or undefined when it was not built or a source is newer. Then the sources run. */
function bundle() {
  try {
    const folder = join(import.meta.dirname, 'releases', release('releases'));
    const { mtimeMs: releasedAt } = statSync(join(import.meta.dirname, 'releases/current'));
    const sources = JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'));
    const isNewer = (source) => statSync(join(folder, source)).mtimeMs > releasedAt;
    return sources.some(isNewer) ? undefined : join(folder, 'main.js');
  } catch {
    // not built, or a source was removed
    return undefined;
  }
}

/** The name of the current release in this folder; empty when there is none. */
function release(folder) {
  try {
    return readFileSync(join(import.meta.dirname, folder, 'current'), 'utf8');
  } catch {
    return '';
  }
}
