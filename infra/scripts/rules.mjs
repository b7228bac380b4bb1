// Checks the sources by the rules of source-rules.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './checkout.mjs';
import { codeFiles, sourceFolders } from './code-files.mjs';
import { DESCRIBED_FOLDERS_FILE, listRefusals, rules } from './source-rules.mjs';

const manifests = ['.', ...sourceFolders]
  .map((folder) => join(folder, 'package.json'))
  .filter((file) => existsSync(join(root, file)));
const filesWithText = [...codeFiles, ...manifests, DESCRIBED_FOLDERS_FILE].map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(join(root, file), 'utf8'),
}));

const refusals = listRefusals(filesWithText);
for (const refusal of refusals) console.error(refusal);
console.log(`${rules.length} rules, ${filesWithText.length} files`);
process.exitCode = refusals.length === 0 ? 0 : 1;
