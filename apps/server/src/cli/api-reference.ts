import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '../http/openapi.ts';
import { referenceText } from '../reference/markdown.ts';

export const referenceFiles = () => ({
  'openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
  'reference.md': referenceText(openApi()),
});

export const referenceFolder = join(import.meta.dirname, '../../../../docs/api');

if (import.meta.main) {
  mkdirSync(referenceFolder, { recursive: true });
  for (const [name, text] of Object.entries(referenceFiles())) {
    writeFileSync(join(referenceFolder, name), text);
  }
}
