// Makes a workspace a package that others install, while `npm pack` or `npm publish` runs in it: compiles it to `dist`, and
// points its exports there. Here everything imports the sources as they are. `--restore` puts the workspace's own file back.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const workspace = process.cwd();
const root = join(workspace, '../..');
const manifest = join(workspace, 'package.json');
const own = join(workspace, 'package.workspace.json');
const license = join(workspace, 'LICENSE');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

// also after a run that was cut off
if (existsSync(own)) renameSync(own, manifest);
rmSync(license, { force: true });
if (!process.argv.includes('--restore')) pack();

function pack() {
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  if (!existsSync(compiler)) {
    console.error('The modules are missing: run npm ci first.');
    process.exit(1);
  }
  const ours = Object.keys(content.dependencies).filter((name) => name.startsWith('@institute/'));
  // compiled against the types of those that it uses
  for (const name of ours) compile(join(root, 'packages', name.replace('@institute/', '')));
  compile(workspace);
  writeOutTypes(join(workspace, 'dist'));

  const { private: _, scripts: __, ...published } = content;
  const dependencies = {
    ...content.dependencies,
    ...Object.fromEntries(ours.map((name) => [name, content.version])),
  };
  const exports = Object.fromEntries(
    Object.entries(content.exports).map(([path, source]) => [path, builtOf(source)]),
  );
  copyFileSync(manifest, own);
  copyFileSync(join(root, 'LICENSE'), license);
  const written = { ...published, exports, dependencies };
  writeFileSync(manifest, `${JSON.stringify(written, null, 2)}\n`);
}

function compile(folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  run(folder, compiler, '-p', 'tsconfig.package.json');
}

/** Puts the declarations of `package-types.ts` in the place of `api.d.ts`, as types. */
function writeOutTypes(dist) {
  const declared = join(dist, 'package-types.d.ts');
  if (!existsSync(declared)) return;
  const types = readFileSync(declared, 'utf8').replace(
    /^export declare const (\w+): /gm,
    'export type $1 = ',
  );
  writeFileSync(join(dist, 'api.d.ts'), types);
  for (const file of [declared, join(dist, 'package-types.js')]) rmSync(file);
}

function run(cwd, ...command) {
  execFileSync(process.execPath, command, { cwd, stdio: 'inherit' });
}

/** A source that is there for its types alone has no code. */
function builtOf(source) {
  const path = (source.types ?? source).replace('./src/', './dist/');
  const types = path.replace(/\.ts$/, '.d.ts');
  return source.types ? { types } : { types, default: path.replace(/\.ts$/, '.js') };
}
