import type { DocumentAnswer } from '@institute/contract';
import { nameShownDocument } from '@institute/contract/document-words';
import type { DocumentFormat } from '@institute/contract/uploads.constants';
import type { Ctx } from '../../../context.ts';
import { bool, readRows, text, textOrNull } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { makeDocumentHeaders, nameDocument, readFileFormat } from './document.ts';
import type { UploadFile } from './image.ts';
import type { UploadRow } from './upload.entity.ts';
import {
  addUpload,
  cleanFileName,
  failAsUnavailable,
  findKnownUpload,
  hashBytes,
  hasStoredFiles,
  lockUploadsByHash,
  type NewUpload,
  nameUpload,
  toDocumentView,
  type UploadCtx,
  type UploadTx,
} from './upload.service.ts';
import { findStoredPath, HASH_NAME_LENGTH, parseUploadPath, uploadsPath } from './upload-path.ts';

type DocumentCtx = UploadCtx & Pick<Ctx, 'changes'>;

/** Stores a document unchanged. The same document has one address for each name under which it was sent. */
export async function storeDocument(
  ctx: DocumentCtx & Pick<Ctx, 'config'>,
  sent: UploadFile,
): Promise<DocumentAnswer> {
  const preparedDocument = await prepareDocument(ctx, sent);
  const row = await runInTransaction(ctx, (tx) => addDocument(tx, preparedDocument, sent.name));
  // If the only other name was deleted meanwhile, the bytes were deleted too, so they are written again
  await prepareDocument(ctx, sent);
  return toDocumentView(ctx, row);
}

/** Checks a document and writes its bytes unless they are stored. `url` is their place in the store at this point. */
export async function prepareDocument(
  ctx: DocumentCtx,
  { bytes }: Pick<UploadFile, 'bytes'>,
): Promise<NewUpload> {
  const hash = hashBytes(bytes);
  const knownUpload = await findKnownUpload(ctx, hash);
  const documentFormat = knownUpload?.format ?? (await readFileFormat(ctx, { bytes }));
  const folder = `${hash.slice(0, HASH_NAME_LENGTH)}-${documentFormat}`;
  const url = knownUpload
    ? findStoredPath(knownUpload)
    : `${uploadsPath}/${folder}/document.${documentFormat}`;
  const file = {
    hash,
    url,
    storedUrl: url,
    width: null,
    height: null,
    format: documentFormat,
    bytes: bytes.length,
  };
  if (knownUpload && (await hasStoredFiles(ctx, url))) return file;
  const storePlace = parseUploadPath(url);
  await ctx.store
    .write(storePlace.folder, [{ name: storePlace.file, bytes }])
    .catch(failAsUnavailable(ctx, 'The document could not be stored'));
  return file;
}

/** Gives a prepared document the address that it has under this name. */
export async function addDocument(tx: UploadTx, file: NewUpload, sent: string): Promise<NewUpload> {
  const cleanName = cleanFileName(sent) || null;
  const sameUploads = await lockUploadsByHash(tx, file.hash);
  const firstUpload = sameUploads.at(0);
  const sameUpload =
    cleanName === null ? firstUpload : sameUploads.find((row) => hasSameName(row, cleanName));
  if (sameUpload) {
    if (cleanName !== null) await nameUpload(tx, sameUpload, cleanName);
    return sameUpload;
  }
  const storedUrl = findStoredPath(firstUpload ?? file);
  const url = chooseFreeUrl(
    parseUploadPath(storedUrl).folder,
    { name: sent, format: file.format },
    sameUploads,
  );
  const row = { ...file, url, storedUrl, name: cleanName };
  // The same document may be uploaded twice at once; the second try then finds the first upload
  return (await addUpload(tx, row)) ? row : addDocument(tx, file, sent);
}

/** A document of an earlier release has no stored name, so its name is compared by its address. */
const hasSameName = ({ name, url, format }: UploadRow, sent: string): boolean =>
  name
    ? nameShownDocument({ name, url }, format) === nameShownDocument({ name: sent, url }, format)
    : parseUploadPath(url).file === nameDocument(sent, format);

function chooseFreeUrl(
  folder: string,
  { name, format }: { name: string; format: string },
  taken: readonly { url: string }[],
): string {
  for (let numberInName = 1; ; numberInName += 1) {
    const url = `${uploadsPath}/${folder}/${nameDocument(name, format, numberInName)}`;
    if (!taken.some((one) => one.url === url)) return url;
  }
}

/**
 * Finds where the bytes of a document are, and the headers of the answer. A document is downloaded, except the one
 * that the page About shows.
 */
export async function findDocument({ em }: Pick<Ctx, 'em'>, url: string, format: DocumentFormat) {
  const [foundUpload] = await readRows(em, { name: textOrNull, place: text, isFramed: bool })(
    `select name, coalesce(stored_url, url) as place, exists (
       select 1 from site where content->'institute'->>'aboutDocumentUrl' like '%' || url) as "isFramed"
     from uploads where url = ?`,
    [url],
  );
  if (!foundUpload) return undefined;
  const { file } = parseUploadPath(url);
  const name = nameShownDocument({ name: foundUpload.name, url }, format);
  return {
    place: parseUploadPath(foundUpload.place),
    headers: makeDocumentHeaders({ file, format, name, isFramed: foundUpload.isFramed }),
  };
}
