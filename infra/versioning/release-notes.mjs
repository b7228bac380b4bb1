// Prints what CHANGELOG.md says of a version: node infra/versioning/release-notes.mjs v1.2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/checkout.mjs';
import { notesOf } from './changelog.mjs';

const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const notes = notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
if (tag !== `v${version}`) {
  console.error(`The tag ${tag} does not name the version of package.json, which is ${version}.`);
  process.exitCode = 1;
} else if (!notes) {
  console.error(`CHANGELOG.md has no section for ${version}.`);
  process.exitCode = 1;
} else {
  console.log(notes);
}
