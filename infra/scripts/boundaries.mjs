// Checks the import rules of docs/architecture.md and the limits of CONTRIBUTING.md.
// dependency-cruiser checks imports; a text search does the rest.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { root } from './checkout.mjs';

const MOST_LINES = 400;
/** These names fit any content. A file's name says what its content has in common. */
const ANY_NAME = /\/(?:common|constants|general|helpers?|misc|shared|utils?)\.[a-z.]+$/;

process.chdir(root);
const sources = [
  ...['packages', 'apps'].flatMap((group) => readdirSync(group).map((name) => join(group, name))),
  'infra',
];
const faults = [...(await forbiddenImports()), ...faultsOfTexts()];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function forbiddenImports() {
  const options = await extractOptions('./.dependency-cruiser.cjs');
  const { output } = await cruise(sources, { ...options, validate: true });
  const { totalCruised, violations } = output.summary;
  const own = output.modules.filter(({ source }) => !source.includes('node_modules')).length;
  console.log(`${own} of our modules among ${totalCruised}`);
  // Without the right parser dependency-cruiser would see no files and report no errors.
  const files = sources.flatMap(codeFiles).length;
  const blind = own < files ? [`dependency-cruiser saw ${own} of ${files} files`] : [];
  return [
    ...blind,
    ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
    ...moduleCircles(output.modules),
  ];
}

/** Finds modules of the server that import each other, also through others. Tests may do so. */
function moduleCircles(files) {
  const moduleOf = (file) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1];
  const imports = new Map();
  for (const { source, dependencies } of files) {
    const module = moduleOf(source);
    if (!module || source.endsWith('.test.ts')) continue;
    const others = dependencies.map(({ resolved }) => moduleOf(resolved));
    imports.set(module, [...(imports.get(module) ?? []), ...others.filter((to) => to && to !== module)]);
  }
  const followed = new Set();
  const follow = (module, path) => {
    if (path.includes(module)) {
      return [`module-circle: ${[...path.slice(path.indexOf(module)), module].join(' → ')}`];
    }
    if (followed.has(module)) return [];
    followed.add(module);
    return (imports.get(module) ?? []).flatMap((to) => follow(to, [...path, module]));
  };
  return [...new Set([...imports.keys()].flatMap((module) => follow(module, [])))];
}

function faultsOfTexts() {
  const faults = [];
  for (const file of sources.flatMap(codeFiles)) {
    if (ANY_NAME.test(file)) faults.push(`drawer-file: ${file} needs a name that says what is in it`);
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n').length - 1;
    if (lines > MOST_LINES)
      faults.push(`too-long: ${file} has ${lines} lines, and ${MOST_LINES} are allowed`);
    const [word] = /\b(?:TO(?:DO)|FIX(?:ME))\b|@ts-(?:ignore|nocheck)/.exec(text) ?? [];
    if (word) faults.push(`forbidden-word: ${file} has “${word}”`);
    for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)) {
      if (!/\.[a-z0-9]+(\?[a-z]+)?$/.test(path)) faults.push(`no-extension: ${file} → ${path}`);
    }
    for (const [, title] of text.matchAll(/^ *(?:test|it)[\w.]*\(\s*'([^'\n]{101,})'/gm)) {
      faults.push(`long-title: ${file} has a test title of more than 100 characters: ${title}`);
    }
    if (file.endsWith('.service.ts') && /Date\.now\(|new Date\(\)|process\.env/.test(text)) {
      faults.push(`service-takes-from-context: ${file} reads the clock or the environment itself`);
    }
  }
  return faults;
}

function codeFiles(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.gen.ts'),
    )
    .map((entry) => relative(root, join(root, entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file));
}
