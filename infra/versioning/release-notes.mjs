// Prints the CHANGELOG.md entry of a version: node infra/versioning/release-notes.mjs v1.2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../scripts/checkout.mjs';

const RELEASE_HEADING = /^## (\d+\.\d+\.\d+), (\d{4}-\d{2}-\d{2})$/;

/** Lists the versions, the newest first. `Next` holds unreleased changes and is left out. */
export function listVersions(changelog) {
  const versionHeadings = changelog
    .split('\n')
    .filter((line) => line.startsWith('## ') && line !== '## Next');
  return versionHeadings.map((line) => {
    const [, version, date] = RELEASE_HEADING.exec(line) ?? [];
    return { line, version, date };
  });
}

export function findReleaseNotes(changelog, version) {
  const versionSections = changelog.split(/^(?=## )/m);
  const versionSection = versionSections.find((text) => text.startsWith(`## ${version}, `));
  return versionSection?.slice(versionSection.indexOf('\n')).trim();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [tag = ''] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const releaseNotes = findReleaseNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (tag !== `v${version}`) {
    console.error(`The tag ${tag} does not name the version of package.json, which is ${version}.`);
    process.exitCode = 1;
  } else if (!releaseNotes) {
    console.error(`CHANGELOG.md has no section for ${version}.`);
    process.exitCode = 1;
  } else {
    console.log(releaseNotes);
  }
}
