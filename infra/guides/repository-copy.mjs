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

/** Large files that no guide needs, so they are not copied. */
const NOT_COPIED_PATTERN = /^(?:docs\/(?!architecture\.md$)|apps\/web\/public\/images\/)/;
const OWN_PACKAGE_SCOPE = '@institute';

/**
 * Copies the sources to a temporary folder and links the installed dependencies.
 * Commands in the copy do not get the test's `NODE_ENV`, with which vite would build the pages for development.
 */
export async function copyRepository() {
  const copyPath = mkdtempSync(join(tmpdir(), 'institute-guide-'));
  const joinCopyPath = (file) => join(copyPath, file);
  const binFolder = joinCopyPath('node_modules/.bin');
  const { NODE_ENV, ...settings } = environment;
  const commandEnvironment = { ...settings, PATH: binFolder + delimiter + environment.PATH };
  const runningChildren = new Set();

  for (const sourceFile of listSources()) {
    mkdirSync(dirname(joinCopyPath(sourceFile)), { recursive: true });
    cpSync(join(root, sourceFile), joinCopyPath(sourceFile));
  }
  linkDependencies(joinCopyPath('node_modules'), copyPath);

  const editCopiedFile = (file, edit) => {
    const textBefore = readFileSync(joinCopyPath(file), 'utf8');
    const editedText = edit(textBefore);
    if (editedText === textBefore) throw new Error(`Nothing to change in ${file}`);
    writeFileSync(joinCopyPath(file), editedText);
    return () => writeFileSync(joinCopyPath(file), textBefore);
  };

  return {
    path: copyPath,
    env: commandEnvironment,
    addFiles: (folder, files) => {
      for (const file of files) cpSync(join(folder, file), joinCopyPath(file), { recursive: true });
    },
    addLine: (file, line) => editCopiedFile(file, (text) => `${text}${line}\n`),
    insertBefore: (file, line, next) =>
      editCopiedFile(file, (text) => text.replace(`${next}\n`, `${line}\n${next}\n`)),
    insertAfter: (file, lines, previous) =>
      editCopiedFile(file, (text) => text.replace(`${previous}\n`, (found) => `${found}${lines}\n`)),
    /** Removes a line. Returns a function that puts the line back. */
    removeLine: (file, line) => editCopiedFile(file, (text) => text.replace(`${line}\n`, '')),
    writeJson: (file, value) => writeFileSync(joinCopyPath(file), JSON.stringify(value)),
    run: async (folder, command, ...args) => {
      const child = spawn(command, args, {
        cwd: joinCopyPath(folder),
        env: commandEnvironment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      runningChildren.add(child);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text) => {
          output += text;
        });
      }
      const [code] = await once(child, 'close');
      runningChildren.delete(child);
      return { succeeded: code === 0, output };
    },
    remove: async () => {
      for (const child of runningChildren) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      rmSync(copyPath, { recursive: true, force: true });
    },
  };
}

/** Lists tracked files and new files that git does not ignore. */
function listSources() {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const gitFiles = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  return gitFiles.filter((file) => file && !NOT_COPIED_PATTERN.test(file) && existsSync(join(root, file)));
}

/** Links the installed dependencies. Links to our own packages lead to the copy. */
function linkDependencies(folder, copy) {
  const originalModules = join(root, 'node_modules');
  mkdirSync(join(folder, OWN_PACKAGE_SCOPE), { recursive: true });
  for (const moduleName of readdirSync(originalModules)) {
    if (moduleName !== OWN_PACKAGE_SCOPE)
      symlinkSync(join(originalModules, moduleName), join(folder, moduleName));
  }
  for (const folderGroup of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, folderGroup))) {
      symlinkSync(join(copy, folderGroup, name), join(folder, OWN_PACKAGE_SCOPE, name));
      // npm puts a second version of a dependency into the workspace that needs it.
      const packageModules = join(root, folderGroup, name, 'node_modules');
      if (existsSync(packageModules))
        symlinkSync(packageModules, join(copy, folderGroup, name, 'node_modules'));
    }
  }
}
