import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../../../testing/processes/temporary-folder.ts';
import { read } from './picture-archive.reader.ts';

test('a zip that unpacks to more than 256 MB is refused', async () => {
  const folder = makeTemporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'uploads.zip');
  const bomb = new Uint8Array(siteImportLimits.unpackedBytes + 1);
  await writeFile(file, zipSync({ 'uploads/bomb.jpg': bomb }, { level: 1 }));
  const pictures = read({ file, keys: new Set(['bomb.jpg']) });
  await expect(pictures.next()).rejects.toThrow('The zip file unpacks to more than 256 MB');
});
