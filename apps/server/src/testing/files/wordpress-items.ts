import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type OldSiteItem,
  type OldSitePart,
  read,
} from '../../modules/office/imports/wordpress-items.reader.ts';
import { makeTemporaryFolder } from '../processes/temporary-folder.ts';

/** All that the reader makes of an export file. */
export async function readExport(file: string): Promise<{ items: OldSiteItem[]; parts: OldSitePart[] }> {
  const folder = makeTemporaryFolder();
  try {
    const place = join(folder.path, 'export.xml');
    await writeFile(place, file);
    const parts: OldSitePart[] = [];
    for await (const part of read({ file: place })) parts.push(part);
    return { items: parts.flatMap(({ items }) => items), parts };
  } finally {
    folder.remove();
  }
}
