// Checks the import rules of docs/architecture.md with dependency-cruiser. A rule's comment says the way out.
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { root } from './checkout.mjs';
import { codeFiles, sourceFolders } from './code-files.mjs';

const CIRCLE_WAY_OUT =
  'Let the lower module take what it needs as a parameter, which `composition` or `app.ts` gives.';

process.chdir(root);
const faults = await forbiddenImports();
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

async function forbiddenImports() {
  const options = await extractOptions('./.dependency-cruiser.cjs');
  const { output } = await cruise(sourceFolders, { ...options, validate: true });
  const { totalCruised, violations } = output.summary;
  const own = output.modules.filter(({ source }) => !source.includes('node_modules')).length;
  console.log(`${own} of our modules among ${totalCruised}`);
  // Without the right parser dependency-cruiser would see no files and report no errors.
  const files = codeFiles.length;
  const blind = own < files ? [`dependency-cruiser saw ${own} of ${files} files`] : [];
  const wayOut = Object.fromEntries(options.ruleSet.forbidden.map(({ name, comment }) => [name, comment]));
  return [
    ...blind,
    ...violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}\n  → ${wayOut[rule.name]}`),
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
      return [
        `module-circle: ${[...path.slice(path.indexOf(module)), module].join(' → ')}\n  → ${CIRCLE_WAY_OUT}`,
      ];
    }
    if (followed.has(module)) return [];
    followed.add(module);
    return (imports.get(module) ?? []).flatMap((to) => follow(to, [...path, module]));
  };
  return [...new Set([...imports.keys()].flatMap((module) => follow(module, [])))];
}
