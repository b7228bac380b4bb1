import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ContentKey, type ContentType, contentResources, importedAlumnus } from '@institute/contract';
import { findOddDays } from '@institute/contract/day-faults';
import { fieldLimits } from '@institute/contract/fields.constants';
import { type ImportKind, siteImportLimits } from '@institute/contract/imports.constants';
import { truncate } from '@institute/contract/text';
import { formatSheetTime } from '@institute/contract/time';
import type { RequiredEntityData } from '@mikro-orm/core';
import { readInWorker } from '../../../background/read-in-worker.ts';
import { storeUploadPaths } from '../../../config/upload-addresses.ts';
import type { AccountActor } from '../../../context/actor.ts';
import { requireAccount } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { invalidInputError } from '../../../errors.ts';
import { toColumnHeading } from '../../../exports/column-heading.ts';
import { makeIdPager } from '../../../exports/csv-export.ts';
import { int, readRows, text } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import type { ContentService } from '../../platform/content/content.service.ts';
import { openUploadStore } from '../../platform/uploads/storage.service.ts';
import { listPaths, makePathFromTitle, makePathNumbering } from '../../school/own-pages/page-path.service.ts';
import type { CsvInput } from './csv-file.reader.ts';
import {
  type FoundItem,
  ImportEntity,
  ImportItemEntity,
  type ImportItemRow,
  ImportPictureEntity,
  MAX_SITE_ADDRESS_LENGTH,
} from './import.entity.ts';
import { isDocumentFile } from './import-file-kind.ts';
import { csvReader, pictureReader, wordPressReader } from './import-readers.ts';
import { type LeftOutNotes, makeLeftOutNotes } from './left-out.ts';
import { nameSite } from './old-site.ts';
import { makePictureKey } from './picture-key.ts';
import { findBuiltInPage } from './usual-names.ts';
import type { OldSiteFile, OldSiteItem } from './wordpress-items.reader.ts';
import type { ListOfPosts } from './wordpress-lists.ts';
import type { OldMenuEntry } from './wordpress-menu.ts';

type CsvKind = Exclude<ImportKind, 'wordpress'>;
export type TargetService = ContentService<{ id: number }, object, unknown, unknown>;
export type ImportTargets = { [Key in ContentKey]?: TargetService };

export interface SentFiles {
  kind: ImportKind;
  file: string;
  fileName: string | null;
  uploads: string | undefined;
  /** Address of the old site. Needed when the file does not contain it. */
  site: string;
}

type NewItem = Omit<OldSiteItem, 'standsFor'> & {
  found?: FoundItem;
  builtIn?: string | null;
  replacesText?: boolean;
};
type NewRow = RequiredEntityData<ImportItemRow>;

const ROWS_PER_BATCH = 200;
const MAX_TITLE_LENGTH = 290;
const UNSTORED_KEPT_MS = 24 * 60 * 60 * 1000;
const hashSourceText = (content: string): string => hash('sha256', content);
export const sentFileName = 'picture';

/** Reads the sent files, and stores the items that an import of them would create. */
export async function createImport(ctx: Ctx, targets: ImportTargets, sent: SentFiles) {
  const { kind, file, fileName, uploads } = sent;
  await removeOldImports(ctx);
  const actorWithoutConfirmation: AccountActor = { ...requireAccount(ctx), confirmedAt: null };
  const unfinishedReadError = 'The file was not read to its end';
  const newImport = {
    kind,
    fileName,
    state: 'failed' as const,
    actor: actorWithoutConfirmation,
    lastError: unfinishedReadError,
    createdAt: ctx.now(),
  };
  const id = await ctx.em.insert(ImportEntity, newImport);
  const leftOutNotes = makeLeftOutNotes();
  const filesByAddress = new Map<string, KnownFile>();
  const siteParts: SiteParts = {
    notes: leftOutNotes,
    pictures: filesByAddress,
    lists: [],
    menu: [],
    site: null,
  };
  const seenSources = new Set<string>();
  const ownSources: string[] = [];
  const takeFreePath = makePathNumbering(await listPaths(ctx));
  const newItemRows: NewRow[] = [];
  const storeItemRows = () => ctx.em.insertMany(ImportItemEntity, newItemRows.splice(0));
  const itemsOfFile =
    kind === 'wordpress' ? readOldSite(ctx, sent, siteParts) : readRowsOfCsv(ctx, targets[kind], kind, file);
  for await (const { pictures: shown, ...item } of itemsOfFile) {
    const sourceHash = hashSourceText(`${kind} ${item.source}`);
    const { input, fault } = checkInput(item);
    if (seenSources.has(sourceHash)) leftOutNotes.add('Items that the file has twice', item.title);
    else if (fault && !item.replacesText) leftOutNotes.add(fault, item.title);
    else {
      seenSources.add(sourceHash);
      if (isSourceOfSite(item, siteParts)) ownSources.push(sourceHash);
      for (const pictureAddress of shown)
        if (!filesByAddress.has(pictureAddress)) filesByAddress.set(pictureAddress, { title: '', paths: [] });
      newItemRows.push({
        found: null,
        builtIn: null,
        replacesText: false,
        ...item,
        import: id,
        source: sourceHash,
        hash: hashSourceText(JSON.stringify(input)),
        input: typeof input.path === 'string' ? { ...input, path: takeFreePath(input.path) } : input,
      });
    }
    if (newItemRows.length === ROWS_PER_BATCH) await storeItemRows();
  }
  if (newItemRows.length > 0) await storeItemRows();
  const storableFiles = [...filesByAddress].filter(
    ([one]) => one.length <= fieldLimits.url && URL.canParse(one),
  );
  await storePictures(ctx, id, storableFiles.slice(0, siteImportLimits.pictures), uploads);
  const { lists, menu, site } = siteParts;
  if (site) await recognizeImports(ctx, { id, site, ownSources });
  const importFields = {
    site,
    menu: menu.map((entry) => ({
      ...entry,
      source: entry.source && hashSourceText(`${kind} ${entry.source}`),
    })),
    state: 'planned' as const,
    lastError: null,
    leftOut: leftOutNotes.list(),
    lists,
  };
  await ctx.em.nativeUpdate(ImportEntity, { id }, importFields);
  return { id };
}

type KnownFile = Omit<OldSiteFile, 'address'>;

interface SiteParts {
  notes: LeftOutNotes;
  /** All files of the old site by their address: pictures and documents. */
  pictures: Map<string, KnownFile>;
  lists: ListOfPosts[];
  menu: OldMenuEntry[];
  /** Name of the old site. */
  site: string | null;
}

/** All pictures of the site are imported, including those that no text shows. */
async function* readOldSite(
  ctx: Ctx,
  { file, site }: Pick<SentFiles, 'file' | 'site'>,
  parts: SiteParts,
): AsyncGenerator<NewItem> {
  const { notes, pictures, lists, menu } = parts;
  for await (const sitePart of readInWorker(ctx, wordPressReader, { file, site })) {
    parts.site ??= readOldSiteName(site || sitePart.base);
    notes.addAll(sitePart.leftOut);
    for (const { address, ...known } of sitePart.files) pictures.set(address, known);
    lists.push(...sitePart.lists);
    menu.push(...sitePart.menu);
    for (const { standsFor, ...item } of sitePart.items) {
      const { path, content, title } = item.input;
      const builtInPath = standsFor && builtInPaths[standsFor];
      // A page without text replaces nothing, so the office is not asked about it
      if (builtInPath !== null && !content) yield { ...item, builtIn: builtInPath, replacesText: true };
      else if (builtInPath !== null)
        yield {
          ...item,
          builtIn: builtInPath,
          input: { ...item.input, path: makePathFromTitle(String(path ?? title)) },
        };
      else if (typeof path !== 'string') yield item;
      else
        yield {
          ...item,
          builtIn: findBuiltInPage(path),
          input: { ...item.input, path: makePathFromTitle(path) },
        };
    }
  }
}

/** Paths of built-in pages, without the leading slash. */
const builtInPaths = { home: '', posts: 'news' } as const;

/**
 * Different sites use the same item numbers, so items are identified by site and number. `localhost` is refused,
 * because many sites were built on it.
 */
function readOldSiteName(address: string): string {
  const oldSiteName = nameSite(address);
  const [host = ''] = oldSiteName?.split(/[:/]/) ?? [];
  if (
    oldSiteName &&
    oldSiteName.length <= MAX_SITE_ADDRESS_LENGTH &&
    host.includes('.') &&
    !host.endsWith('.localhost')
  )
    return oldSiteName;
  const missingSiteMessage =
    'This file does not say from which site it is. Write the address under which people knew it.';
  throw invalidInputError([{ path: 'site', message: missingSiteMessage }], missingSiteMessage);
}

function isSourceOfSite({ source }: Pick<OldSiteItem, 'source'>, { site }: Pick<SiteParts, 'site'>): boolean {
  const name = nameSite(source);
  return site !== null && name !== undefined && `${name}/`.startsWith(`${site}/`);
}

interface ReadImport {
  id: number;
  site: string;
  /** Sources that contain the address of the old site. */
  ownSources: readonly string[];
}

/**
 * Imports of earlier versions have no site. Such an import is of this site when both have an item whose source names
 * the site, or when most of its items have the same title or address.
 */
async function recognizeImports(
  { em }: Pick<Ctx, 'em'>,
  { id, site, ownSources }: ReadImport,
): Promise<void> {
  await em.execute(
    `update imports set site = ? where id in (
       select earlier.import_id from import_items as item
       join import_items as earlier on earlier.source = item.source
       join imports as unnamed on unnamed.id = earlier.import_id and unnamed.kind = 'wordpress' and unnamed.site is null
       where item.import_id = ? and earlier.import_id <> item.import_id group by earlier.import_id
       having bool_or(item.source in (select jsonb_array_elements_text(?::jsonb)))
         or 2 * count(*) filter (
           where earlier.title = item.title or earlier.paths[1] = item.paths[1] and strpos(item.paths[1], chr(63)) = 0
         ) > least(
           (select count(*) from import_items where import_id = earlier.import_id),
           (select count(*) from import_items where import_id = ?)
         )
     )`,
    [site, id, JSON.stringify(ownSources), id],
  );
}

export const findResource = (type: ContentType) =>
  Object.values(contentResources).find((one) => one.type === type);

/** An imported alumnus may lack a photo: a new one then has none, an existing one keeps the stored photo. */
const findInputSchema = (type: ContentType) =>
  type === 'alumni' ? importedAlumnus : findResource(type)?.routes.create.body;
const emptyFieldsByCsvKind: Partial<Record<CsvKind, object>> = { alumni: { image: '' } };

/**
 * Checks an item by the rules of the office's form. The form has no field for `publishedAt`, so that value is added
 * afterwards.
 */
function checkInput({ type, input }: Pick<NewItem, 'type' | 'input'>) {
  const contentResource = findResource(type);
  const parsedInput = findInputSchema(type)?.safeParse(input);
  const [issue] = parsedInput?.error?.issues ?? findOddDays(contentResource?.days ?? {}, input);
  const { publishedAt } = input;
  const checkedInput: Record<string, unknown> = {
    ...parsedInput?.data,
    ...(publishedAt !== undefined && { publishedAt }),
  };
  return {
    input: checkedInput,
    fault: issue && `Items with a fault in ${toColumnHeading(String(issue.path[0]))}: ${issue.message}`,
  };
}

type ItemView = Record<string, unknown> & { id: number };

/** A row updates an existing item with the same name. For alumni the graduation year must be the same too. */
async function* readRowsOfCsv(
  ctx: Ctx,
  service: ImportTargets[CsvKind],
  kind: CsvKind,
  file: string,
): AsyncGenerator<NewItem> {
  const { type, example } = contentResources[kind];
  const makeRowKey = ({ name, graduationYear = '' }: Record<string, unknown>) =>
    `${String(name).trim().toLowerCase()} ${graduationYear}`;
  const viewsByKey = new Map<string, ItemView>();
  const readViewPages = makeIdPager(
    async (_, query: object, range) => service?.batch(ctx, query, range) ?? [],
  );
  for await (const pageOfViews of readViewPages(ctx, {})) {
    for (const itemView of pageOfViews) viewsByKey.set(makeRowKey({ ...itemView }), { ...itemView });
  }
  const csvInput: CsvInput = { file, example };
  for await (const { line, fields } of readInWorker(ctx, csvReader, csvInput)) {
    const { updatedAt, ...cells } = fields;
    const itemInput = storeUploadPaths(ctx.config, cells);
    const pictures = [itemInput.image, itemInput.imageUrl].flatMap((value) =>
      typeof value === 'string' && /^https?:/.test(value) ? value : [],
    );
    const comparedItem = {
      source: makeRowKey(itemInput),
      type,
      title: `Line ${line}`,
      input: itemInput,
      paths: [],
      pictures,
      category: null,
    };
    const existingItem = viewsByKey.get(comparedItem.source);
    yield existingItem
      ? { ...comparedItem, found: compareItem(existingItem, checkInput(comparedItem).input, updatedAt) }
      : { ...comparedItem, input: { ...emptyFieldsByCsvKind[kind], ...itemInput } };
  }
}

/** An item is updated only when nobody has changed it on this site since its export. */
function compareItem(same: ItemView, input: object, updatedAt: unknown): FoundItem {
  const hasEqualFields = Object.entries(input).every(([field, value]) =>
    isDeepStrictEqual(same[field], value),
  );
  const isUnchangedSinceExport = formatSheetTime(String(same.updatedAt)) === updatedAt;
  return { id: same.id, state: hasEqualFields ? 'unchanged' : isUnchangedSinceExport ? 'update' : 'skipped' };
}

async function storePictures(
  ctx: Ctx,
  id: number,
  files: readonly (readonly [address: string, known: KnownFile])[],
  uploads: string | undefined,
) {
  const rows = files.map(([address, { title, paths }]) => ({
    import: id,
    address,
    title: truncate(title, MAX_TITLE_LENGTH) || null,
    isDocument: isDocumentFile(address),
    paths,
  }));
  for (const pictureBatch of splitIntoBatches(rows))
    await ctx.em.insertMany(ImportPictureEntity, [...pictureBatch]);
  if (uploads) await unpackPictures(ctx, id, { uploads, addresses: files.map(([address]) => address) });
}

/**
 * The folder is stored in the database before the file is written, so that a failure leaves no file that nobody
 * knows.
 */
async function unpackPictures(
  ctx: Ctx,
  id: number,
  { uploads, addresses }: { uploads: string; addresses: readonly string[] },
): Promise<void> {
  const uploadStore = openUploadStore(ctx.config);
  const addressesByKey = Map.groupBy(addresses, makePictureKey);
  const wantedPictureKeys = new Set(addressesByKey.keys());
  const storedKeys = new Set<string>();
  try {
    for await (const { key, bytes } of readInWorker(ctx, pictureReader, {
      file: uploads,
      keys: wantedPictureKeys,
    })) {
      if (storedKeys.has(key)) continue;
      const folder = `import-${id}-${storedKeys.size}`;
      storedKeys.add(key);
      const pictureFilter = { import: id, address: { $in: addressesByKey.get(key) ?? [] } };
      await ctx.em.nativeUpdate(ImportPictureEntity, pictureFilter, { sent: folder });
      await uploadStore.write(folder, [{ name: sentFileName, bytes: Buffer.from(bytes) }]);
    }
  } catch (error) {
    await removeSentFiles(ctx, id);
    throw error;
  }
}

/** Deletes imports that nobody stored within a day. */
async function removeOldImports({ em, config, now }: Ctx): Promise<void> {
  const oldImports = await readRows(em, { id: int })(
    `select id from imports where state in ('planned', 'failed') and created_at < ?`,
    [new Date(now().getTime() - UNSTORED_KEPT_MS)],
  );
  for (const { id } of oldImports) {
    await removeSentFiles({ em, config }, id);
    await em.nativeDelete(ImportEntity, { id });
  }
}

export async function removeSentFiles({ em, config }: Pick<Ctx, 'em' | 'config'>, id: number): Promise<void> {
  const store = openUploadStore(config);
  const importFolderRows = await readRows(em, { folder: text })(
    'select distinct sent as folder from import_pictures where import_id = ? and sent is not null',
    [id],
  );
  for (const { folder } of importFolderRows) await store.remove(folder, [sentFileName]);
}
