import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../../..');
const WITH_NAMES = /\.(?:js|css|html|json|map|txt)$/;

/** A checkout whose releases may be changed: the server and the built pages, on the packages of this one. */
export function makeCheckout(folder: string): string {
  const isOwn = (path: string) => !path.includes('node_modules');
  for (const part of ['package.json', 'apps/server', 'apps/web/releases', 'apps/admin/releases']) {
    cpSync(join(repository, part), join(folder, part), { recursive: true, filter: isOwn });
  }
  for (const packages of ['node_modules', 'apps/server/node_modules']) {
    symlinkSync(join(repository, packages), join(folder, packages));
  }
  return folder;
}

export function currentRelease(checkout: string): string {
  const releases = join(checkout, 'apps/web/releases');
  return join(releases, readFileSync(join(releases, 'current'), 'utf8'));
}

/** Scripts and styles of a release. */
export const assetsOf = (release: string): string[] =>
  readdirSync(join(release, 'client/assets')).filter((name) => !/\.(?:br|gz)$/.test(name));

/** Releases the same pages with another name for each script and style, as a change of all sources would. */
export function releaseAnew(checkout: string): void {
  const web = join(checkout, 'apps/web');
  const build = join(web, 'dist');
  rmSync(build, { recursive: true, force: true });
  mkdirSync(build);
  const release = currentRelease(checkout);
  cpSync(release, build, { recursive: true });

  const names = assetsOf(release).sort((a, b) => b.length - a.length);
  const known = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const entry of readdirSync(build, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // these hold the former names
    if (/\.(?:br|gz)$/.test(file)) rmSync(file);
    else {
      if (WITH_NAMES.test(file)) {
        writeFileSync(
          file,
          readFileSync(file, 'utf8').replace(known, (name) => `n${name}`),
        );
      }
      if (names.includes(entry.name)) renameSync(file, join(entry.parentPath, `n${entry.name}`));
    }
  }
  execFileSync(process.execPath, [join(repository, 'infra/scripts/end-build.mjs')], { cwd: web });
}
