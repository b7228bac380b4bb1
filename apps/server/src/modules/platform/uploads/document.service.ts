import type { DocumentAnswer } from '@institute/contract';
import { nameShownDocument } from '@institute/contract/document-words';
import type { DocumentFormat } from '@institute/contract/uploads.constants';
import type { Ctx } from '../../../context.ts';
import { bool, readRows, text, textOrNull } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { makeDocumentHeaders, nameDocument, readFormat } from './document.ts';
import type { UploadFile } from './image.ts';
import type { UploadRow } from './upload.entity.ts';
import {
  addUpload,
  cleanFileName,
  type Deps,
  failAsUnavailable,
  findKnownUpload,
  hasFiles,
  hashBytes,
  lockByHash,
  type NewUpload,
  nameUpload,
  toDocumentView,
  type UploadTx,
} from './upload.service.ts';
import { NAME_LENGTH, parseUploadPath, placeUpload, uploadsPath } from './upload-path.ts';

type DocumentDeps = Deps & Pick<Ctx, 'changes'>;

/** Stored as it is. The same document has an address for each name that it was sent under. */
export async function storeDocument(
  ctx: DocumentDeps & Pick<Ctx, 'config'>,
  sent: UploadFile,
): Promise<DocumentAnswer> {
  const file = await prepareDocument(ctx, sent);
  const row = await runInTransaction(ctx, (tx) => addDocument(tx, file, sent.name));
  // Its bytes may have been deleted meanwhile, with the only other name
  await prepareDocument(ctx, sent);
  return toDocumentView(ctx, row);
}

/** Checks a document and writes its bytes, unless they are stored. Its address here is their place in the store. */
export async function prepareDocument(
  ctx: DocumentDeps,
  { bytes }: Pick<UploadFile, 'bytes'>,
): Promise<NewUpload> {
  const hash = hashBytes(bytes);
  const known = await findKnownUpload(ctx, hash);
  const format = known?.format ?? (await readFormat(ctx, { bytes }));
  const folder = `${hash.slice(0, NAME_LENGTH)}-${format}`;
  const url = known ? placeUpload(known) : `${uploadsPath}/${folder}/document.${format}`;
  const file = { hash, url, storedUrl: url, width: null, height: null, format, bytes: bytes.length };
  if (known && (await hasFiles(ctx, url))) return file;
  const place = parseUploadPath(url);
  await ctx.store
    .write(place.folder, [{ name: place.file, bytes }])
    .catch(failAsUnavailable(ctx, 'The document could not be stored'));
  return file;
}

/** Gives a prepared document the address that it has under this name. */
export async function addDocument(tx: UploadTx, file: NewUpload, sent: string): Promise<NewUpload> {
  const name = cleanFileName(sent) || null;
  const known = await lockByHash(tx, file.hash);
  const first = known.at(0);
  const same = name === null ? first : known.find((row) => isSameName(row, name));
  if (same) {
    if (name !== null) await nameUpload(tx, same, name);
    return same;
  }
  const storedUrl = placeUpload(first ?? file);
  const url = chooseFreeUrl(parseUploadPath(storedUrl).folder, { name: sent, format: file.format }, known);
  const row = { ...file, url, storedUrl, name };
  // The same document may be sent twice at once
  return (await addUpload(tx, row)) ? row : addDocument(tx, file, sent);
}

/** A document of an earlier release has no name, and its address alone tells of the one that it had. */
const isSameName = ({ name, url, format }: UploadRow, sent: string): boolean =>
  name
    ? nameShownDocument({ name, url }, format) === nameShownDocument({ name: sent, url }, format)
    : parseUploadPath(url).file === nameDocument(sent, format);

function chooseFreeUrl(
  folder: string,
  { name, format }: { name: string; format: string },
  taken: readonly { url: string }[],
): string {
  for (let number = 1; ; number += 1) {
    const url = `${uploadsPath}/${folder}/${nameDocument(name, format, number)}`;
    if (!taken.some((one) => one.url === url)) return url;
  }
}

/** Where the bytes of a document are, and how it is served: as a download, unless the page About shows it. */
export async function findDocument({ em }: Pick<Ctx, 'em'>, url: string, format: DocumentFormat) {
  const [found] = await readRows(em, { name: textOrNull, place: text, isFramed: bool })(
    `select name, coalesce(stored_url, url) as place, exists (
       select 1 from site where content->'institute'->>'aboutDocumentUrl' like '%' || url) as "isFramed"
     from uploads where url = ?`,
    [url],
  );
  if (!found) return undefined;
  const { file } = parseUploadPath(url);
  const name = nameShownDocument({ name: found.name, url }, format);
  return {
    place: parseUploadPath(found.place),
    headers: makeDocumentHeaders({ file, format, name, isFramed: found.isFramed }),
  };
}
