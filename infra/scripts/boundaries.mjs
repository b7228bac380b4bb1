// Checks the import rules of docs/architecture.md with dependency-cruiser. The comment of each rule says how to mend
// an import.
import { cruise } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { root } from './checkout.mjs';
import { codeFiles, sourceFolders } from './code-files.mjs';
import { findFolderCircles } from './folder-circles.mjs';

process.chdir(root);
const forbiddenImports = await findForbiddenImports();
for (const forbiddenImport of forbiddenImports) console.error(forbiddenImport);
process.exitCode = forbiddenImports.length === 0 ? 0 : 1;

async function findForbiddenImports() {
  const dependencyCruiserOptions = await extractOptions('./.dependency-cruiser.cjs');
  const { output } = await cruise(sourceFolders, { ...dependencyCruiserOptions, validate: true });
  const { totalCruised, violations } = output.summary;
  const ownModuleCount = output.modules.filter(({ source }) => !source.includes('node_modules')).length;
  console.log(`${ownModuleCount} of our modules among ${totalCruised}`);
  // Without the right parser dependency-cruiser sees no files, and would report no errors.
  const codeFileCount = codeFiles.length;
  const missedFileFaults =
    ownModuleCount < codeFileCount
      ? [`dependency-cruiser saw ${ownModuleCount} of ${codeFileCount} files`]
      : [];
  const wayOutByRule = Object.fromEntries(
    dependencyCruiserOptions.ruleSet.forbidden.map(({ name, comment }) => [name, comment]),
  );
  return [
    ...missedFileFaults,
    ...violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to}\n  → ${wayOutByRule[rule.name]}`,
    ),
    ...findFolderCircles(output.modules),
  ];
}
