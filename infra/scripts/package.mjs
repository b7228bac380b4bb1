// Compiles a workspace to `dist` and points its exports there while npm packs or publishes it. Inside the
// repository everything imports the sources. `--restore` puts the workspace's own package.json back.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const workspace = process.cwd();
const root = join(workspace, '../..');
const manifest = join(workspace, 'package.json');
const workspaceManifest = join(workspace, 'package.workspace.json');
const license = join(workspace, 'LICENSE');
const compiler = join(root, 'node_modules/typescript/bin/tsc');

// An interrupted run may have left these files.
if (existsSync(workspaceManifest)) renameSync(workspaceManifest, manifest);
rmSync(license, { force: true });
if (!process.argv.includes('--restore')) packWorkspace();

function packWorkspace() {
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  if (!existsSync(compiler)) {
    console.error('The modules are missing: run npm ci first.');
    process.exit(1);
  }
  const ours = Object.keys(content.dependencies).filter((name) => name.startsWith('@institute/'));
  // The workspace compiles against the types of our packages that it uses.
  for (const name of ours) compileSources(join(root, 'packages', name.replace('@institute/', '')));
  compileSources(workspace);
  writeOutTypes(join(workspace, 'dist'));

  const { private: _, scripts: __, ...published } = content;
  const dependencies = {
    ...content.dependencies,
    ...Object.fromEntries(ours.map((name) => [name, content.version])),
  };
  const exports = Object.fromEntries(
    Object.entries(content.exports).map(([path, source]) => [path, toBuilt(source)]),
  );
  copyFileSync(manifest, workspaceManifest);
  copyFileSync(join(root, 'LICENSE'), license);
  const written = { ...published, exports, dependencies };
  writeFileSync(manifest, `${JSON.stringify(written, null, 2)}\n`);
}

function compileSources(folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  runNode(folder, compiler, '-p', 'tsconfig.package.json');
}

/** Replaces `api.d.ts` with the declarations of `package-types.ts`, as types. */
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

function runNode(cwd, ...command) {
  execFileSync(process.execPath, command, { cwd, stdio: 'inherit' });
}

/** A source with a `types` condition has no code. */
function toBuilt(source) {
  const path = (source.types ?? source).replace('./src/', './dist/');
  const types = path.replace(/\.ts$/, '.d.ts');
  return source.types ? { types } : { types, default: path.replace(/\.ts$/, '.js') };
}
