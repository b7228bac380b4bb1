import type { DocumentAnswer } from '@institute/contract';
import { nameShownDocument } from '@institute/contract/document-words';
import type { DocumentFormat } from '@institute/contract/uploads.constants';
import type { Ctx } from '../../../context.ts';
import { bool, readRows, textOrNull } from '../../../sql.ts';
import { makeDocumentHeaders, nameDocument, readFormat } from './document.ts';
import type { UploadFile } from './image.ts';
import {
  cleanFileName,
  type Deps,
  failAsUnavailable,
  findKnown,
  hasFiles,
  hashBytes,
  type NewUpload,
  storeRow,
  toDocumentView,
} from './upload.service.ts';
import { NAME_LENGTH, parseUploadPath, uploadsPath } from './upload-path.ts';

type DocumentDeps = Deps & Pick<Ctx, 'changes'>;

/** Stored as it is. The same file keeps its first address, whatever its name. */
export async function storeDocument(ctx: DocumentDeps, sent: UploadFile): Promise<DocumentAnswer> {
  const { row, isKnown, isStored } = await prepareDocument(ctx, sent);
  if (!isStored) await storeRow(ctx, row, { isKnown });
  await cleanFileName(ctx, row, sent.name);
  return toDocumentView(row);
}

/** Checks a document and writes its file. Unless `isStored`, its row is still to be stored. */
export async function prepareDocument(ctx: DocumentDeps, { name, bytes }: UploadFile) {
  const hash = hashBytes(bytes);
  const known = await findKnown(ctx, hash);
  if (known && known.width == null && (await hasFiles(ctx, known.url))) {
    return { row: known, isKnown: true, isStored: true };
  }
  const format = await readFormat(ctx, { bytes });
  const url = `${uploadsPath}/${hash.slice(0, NAME_LENGTH)}-${format}/${nameDocument(name, format)}`;
  const row: NewUpload = {
    hash,
    url: known?.url ?? url,
    width: null,
    height: null,
    format,
    bytes: bytes.length,
  };
  const { folder, file } = parseUploadPath(row.url);
  await ctx.store
    .write(folder, [{ name: file, bytes }])
    .catch(failAsUnavailable(ctx, 'The document could not be stored'));
  return { row, isKnown: known !== null, isStored: false };
}

/** A document is a download with its own name, unless the page About shows it. */
export async function findDocumentHeaders(
  { em }: Pick<Ctx, 'em'>,
  url: string,
  format: DocumentFormat,
): Promise<Record<string, string>> {
  const [found] = await readRows(em, { name: textOrNull, isFramed: bool })(
    `select (select name from uploads where url = ?) as name, exists (
       select 1 from site where content->'institute'->>'aboutDocumentUrl' like '%' || ?) as "isFramed"`,
    [url, url],
  );
  const { file } = parseUploadPath(url);
  const name = nameShownDocument({ name: found?.name ?? null, url }, format);
  return makeDocumentHeaders({ file, format, name, isFramed: found?.isFramed ?? false });
}
