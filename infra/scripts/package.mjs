// Compiles a workspace to `dist` and points its exports there while npm packs or publishes it. Inside the repository
// everything imports the sources. The option `--restore` puts the original package.json back.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const workspaceFolder = process.cwd();
const checkoutRoot = join(workspaceFolder, '../..');
const manifestFile = join(workspaceFolder, 'package.json');
const workspaceManifest = join(workspaceFolder, 'package.workspace.json');
const license = join(workspaceFolder, 'LICENSE');
const compilerProgram = join(checkoutRoot, 'node_modules/typescript/bin/tsc');

// An interrupted run may have left these files.
if (existsSync(workspaceManifest)) renameSync(workspaceManifest, manifestFile);
rmSync(license, { force: true });
if (!process.argv.includes('--restore')) packWorkspace();

function packWorkspace() {
  const manifestContent = JSON.parse(readFileSync(manifestFile, 'utf8'));
  if (!existsSync(compilerProgram)) {
    console.error('The modules are missing: run npm ci first.');
    process.exit(1);
  }
  const ownPackages = Object.keys(manifestContent.dependencies).filter((name) =>
    name.startsWith('@institute/'),
  );
  // Our own packages are compiled first, because the workspace needs their types.
  for (const name of ownPackages)
    compileSources(join(checkoutRoot, 'packages', name.replace('@institute/', '')));
  compileSources(workspaceFolder);
  writePublishedTypes(join(workspaceFolder, 'dist'));

  const { private: _, scripts: __, ...published } = manifestContent;
  const publishedDependencies = {
    ...manifestContent.dependencies,
    ...Object.fromEntries(ownPackages.map((name) => [name, manifestContent.version])),
  };
  const publishedExports = Object.fromEntries(
    Object.entries(manifestContent.exports).map(([path, source]) => [path, toBuiltPath(source)]),
  );
  copyFileSync(manifestFile, workspaceManifest);
  copyFileSync(join(checkoutRoot, 'LICENSE'), license);
  const publishedManifest = { ...published, exports: publishedExports, dependencies: publishedDependencies };
  writeFileSync(manifestFile, `${JSON.stringify(publishedManifest, null, 2)}\n`);
}

function compileSources(folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true });
  runNode(folder, compilerProgram, '-p', 'tsconfig.package.json');
}

/** Replaces `api.d.ts` with the declarations of `package-types.ts`, written as types. */
function writePublishedTypes(dist) {
  const declarationFile = join(dist, 'package-types.d.ts');
  if (!existsSync(declarationFile)) return;
  const publishedTypes = readFileSync(declarationFile, 'utf8').replace(
    /^export declare const (\w+): /gm,
    'export type $1 = ',
  );
  writeFileSync(join(dist, 'api.d.ts'), publishedTypes);
  for (const leftoverTypesFile of [declarationFile, join(dist, 'package-types.js')])
    rmSync(leftoverTypesFile);
}

function runNode(cwd, ...command) {
  execFileSync(process.execPath, command, { cwd, stdio: 'inherit' });
}

/** Returns the path of a compiled file. A source with a `types` condition contains no code. */
function toBuiltPath(source) {
  const builtPath = (source.types ?? source).replace('./src/', './dist/');
  const declarationPath = builtPath.replace(/\.ts$/, '.d.ts');
  return source.types
    ? { types: declarationPath }
    : { types: declarationPath, default: builtPath.replace(/\.ts$/, '.js') };
}
