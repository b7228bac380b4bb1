import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { environment, root } from '../scripts/checkout.mjs';

/** Large files that no guide needs. */
const NOT_COPIED = /^(?:docs\/(?!architecture\.md$)|apps\/web\/public\/images\/)/;
const OWN_PACKAGES = '@institute';

/**
 * Copies the sources to a temporary folder and links the installed dependencies.
 * Commands in the copy do not get the test's `NODE_ENV`, with which vite would build the pages for development.
 */
export async function copyRepository() {
  const path = mkdtempSync(join(tmpdir(), 'institute-guide-'));
  const inCopy = (file) => join(path, file);
  const bin = inCopy('node_modules/.bin');
  const { NODE_ENV, ...settings } = environment;
  const env = { ...settings, PATH: bin + delimiter + environment.PATH };
  const running = new Set();

  for (const file of listSources()) {
    mkdirSync(dirname(inCopy(file)), { recursive: true });
    cpSync(join(root, file), inCopy(file));
  }
  linkDependencies(inCopy('node_modules'), path);

  const changeFile = (file, edit) => {
    const before = readFileSync(inCopy(file), 'utf8');
    const after = edit(before);
    if (after === before) throw new Error(`Nothing to change in ${file}`);
    writeFileSync(inCopy(file), after);
    return () => writeFileSync(inCopy(file), before);
  };

  return {
    path,
    env,
    addFiles: (folder, files) => {
      for (const file of files) cpSync(join(folder, file), inCopy(file), { recursive: true });
    },
    addLine: (file, line) => changeFile(file, (text) => `${text}${line}\n`),
    insertBefore: (file, line, next) =>
      changeFile(file, (text) => text.replace(`${next}\n`, `${line}\n${next}\n`)),
    insertAfter: (file, lines, previous) =>
      changeFile(file, (text) => text.replace(`${previous}\n`, (found) => `${found}${lines}\n`)),
    /** Returns a function that puts the line back. */
    removeLine: (file, line) => changeFile(file, (text) => text.replace(`${line}\n`, '')),
    writeJson: (file, value) => writeFileSync(inCopy(file), JSON.stringify(value)),
    run: async (folder, command, ...args) => {
      const child = spawn(command, args, { cwd: inCopy(folder), env, stdio: ['ignore', 'pipe', 'pipe'] });
      running.add(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output += text;
        });
      }
      const [code] = await once(child, 'close');
      running.delete(child);
      return { succeeded: code === 0, output };
    },
    remove: async () => {
      for (const child of running) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Tracked files, and new ones that are not ignored. */
function listSources() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return files.filter((file) => file && !NOT_COPIED.test(file) && existsSync(join(root, file)));
}

/** The repository's own packages lead to the copy. */
function linkDependencies(folder, copy) {
  const original = join(root, 'node_modules');
  mkdirSync(join(folder, OWN_PACKAGES), { recursive: true });
  for (const name of readdirSync(original)) {
    if (name !== OWN_PACKAGES) symlinkSync(join(original, name), join(folder, name));
  }
  for (const group of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, group))) {
      symlinkSync(join(copy, group, name), join(folder, OWN_PACKAGES, name));
      // npm puts a second version of a dependency into the workspace that needs it.
      const packageModules = join(root, group, name, 'node_modules');
      if (existsSync(packageModules)) symlinkSync(packageModules, join(copy, group, name, 'node_modules'));
    }
  }
}
