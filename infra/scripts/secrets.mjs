// Searches all files that git knows or would add for keys and passwords, by the rules of secretlint.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { root } from './checkout.mjs';

const presetId = '@secretlint/secretlint-rule-preset-recommend';
/** Made-up values in tests, which are allowed. */
const madeUp = { allows: ['/:hidden(-password)?@/', '/key:secret@/'] };
const secretRules = [
  {
    id: presetId,
    rule: creator,
    rules: [
      { id: '@secretlint/secretlint-rule-basicauth', options: madeUp },
      { id: '@secretlint/secretlint-rule-database-connection-string', options: madeUp },
    ],
  },
];
const secretlintOptions = {
  config: { rules: secretRules },
  locale: 'en',
  maskSecrets: true,
  noPhysicFilePath: true,
};

const gitFiles = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file && existsSync(join(root, file)));

let foundSecretCount = 0;
for (const file of gitFiles) {
  const bytes = readFileSync(join(root, file));
  if (bytes.includes(0)) continue;
  const lintedSource = { filePath: file, content: bytes.toString(), contentType: 'text' };
  const { messages } = await lintSource({ source: lintedSource, options: secretlintOptions });
  for (const { loc, message } of messages) console.error(`${file}:${loc.start.line} ${message}`);
  foundSecretCount += messages.length;
}
if (foundSecretCount > 0)
  console.error(
    '  → Read it from the environment (`config.ts`). A made-up one of a test belongs to `madeUp` here.',
  );
console.log(`${foundSecretCount} secrets in ${gitFiles.length} files`);
process.exitCode = foundSecretCount === 0 && gitFiles.length > 0 ? 0 : 1;
