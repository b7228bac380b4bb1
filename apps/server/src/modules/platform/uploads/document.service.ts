import type { DocumentAnswer } from '@institute/contract';
import { documentFormat, documentName, refuseOtherDocuments } from './document.ts';
import type { UploadFile } from './image.ts';
import {
  type Deps,
  documentView,
  failAsUnavailable,
  findKnown,
  hasFiles,
  hashBytes,
  keepFileName,
  keepRow,
} from './upload.service.ts';
import { NAME_LENGTH, parseUploadPath, uploadsPath } from './upload-path.ts';

/** Stored as it is. The same file keeps its first address, whatever its name. */
export async function storeDocument(ctx: Deps, { name, bytes }: UploadFile): Promise<DocumentAnswer> {
  refuseOtherDocuments({ bytes });
  const hash = hashBytes(bytes);
  const known = await findKnown(ctx, hash);
  if (known && (await hasFiles(ctx, known.url))) {
    await keepFileName(ctx, known, name);
    return documentView(known);
  }

  const url = known?.url ?? `${uploadsPath}/${hash.slice(0, NAME_LENGTH)}-pdf/${documentName(name)}`;
  const { folder, file } = parseUploadPath(url);
  await ctx.store
    .write(folder, [{ name: file, bytes }])
    .catch(failAsUnavailable(ctx, 'The document could not be stored'));

  const row = { hash, url, width: null, height: null, format: documentFormat, bytes: bytes.length };
  await keepRow(ctx, row, { isKnown: known !== null });
  await keepFileName(ctx, row, name);
  return documentView(row);
}
