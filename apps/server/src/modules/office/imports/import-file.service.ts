import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ContentKey, type ContentType, contentResources } from '@institute/contract';
import { findOddDays } from '@institute/contract/day-faults';
import { fieldLimits } from '@institute/contract/fields.constants';
import { type ImportKind, siteImportLimits } from '@institute/contract/imports.constants';
import { sheetTime } from '@institute/contract/time';
import type { RequiredEntityData } from '@mikro-orm/core';
import { type AccountActor, type Ctx, signedIn } from '../../../context.ts';
import { int, readRows, text } from '../../../sql.ts';
import type { ContentService } from '../../platform/content/content.service.ts';
import { openUploadStore } from '../../platform/uploads/storage.service.ts';
import { type CsvKind, readCsv } from './csv-file.ts';
import {
  type FoundItem,
  ImportEntity,
  ImportItemEntity,
  type ImportItemRow,
  ImportPictureEntity,
} from './import.entity.ts';
import { noteLeftOut } from './left-out.ts';
import { pictureKey, readPictures } from './picture-archive.ts';
import { type ReadItem, readItems, readOverview } from './wordpress-items.ts';

export type Targets = { [Key in ContentKey]?: ContentService<{ id: number }, object, unknown, unknown> };

export interface SentFiles {
  kind: ImportKind;
  file: string;
  uploads: string | undefined;
}

type NewItem = ReadItem & { found?: FoundItem };

const BATCH = 200;
const KEPT_MS = 24 * 60 * 60 * 1000;
const hashText = (content: string): string => hash('sha256', content);
export const sentFile = 'picture';

/** Reads the files, and keeps what an import of them would store. */
export async function createImport(ctx: Ctx, targets: Targets, { kind, file, uploads }: SentFiles) {
  await removeOldImports(ctx);
  const notes = noteLeftOut();
  const actor: AccountActor = { ...signedIn(ctx), confirmedAt: null };
  const lastError = 'The file was not read to its end';
  const begun = { kind, state: 'failed' as const, actor, lastError, createdAt: ctx.now() };
  const id = await ctx.em.insert(ImportEntity, begun);
  const overview = kind === 'wordpress' ? await readOverview(file) : undefined;
  const items: AsyncIterable<NewItem> =
    kind === 'wordpress' && overview
      ? readItems(file, overview, notes)
      : readRowsOfCsv(ctx, targets, kind as CsvKind, file);
  const pictures = new Set([...(overview?.attachments.values() ?? [])].map(({ url }) => url));
  const sources = new Set<string>();
  let rows: RequiredEntityData<ImportItemRow>[] = [];
  const keepRows = async () => {
    if (rows.length > 0) await ctx.em.insertMany(ImportItemEntity, rows);
    rows = [];
  };
  for await (const item of items) {
    const { found = null, type, title, paths } = item;
    const source = hashText(`${kind} ${item.source}`);
    const read = checkInput(item);
    if (sources.has(source)) notes.add('Items that the file has twice', title);
    else if ('fault' in read) notes.add(read.fault, title);
    else {
      sources.add(source);
      for (const address of item.pictures) pictures.add(address);
      const { input } = read;
      rows.push({
        import: id,
        source,
        hash: hashText(JSON.stringify(input)),
        type,
        title,
        input,
        found,
        paths,
      });
    }
    if (rows.length === BATCH) await keepRows();
  }
  await keepRows();
  const addresses = [...pictures].filter((one) => one.length <= fieldLimits.url && URL.canParse(one));
  await keepPictures(ctx, id, addresses.slice(0, siteImportLimits.pictures), uploads);
  await ctx.em.nativeUpdate(
    ImportEntity,
    { id },
    { state: 'planned', lastError: null, leftOut: notes.list() },
  );
  return { id };
}

export const resourceOfType = (type: ContentType) =>
  Object.values(contentResources).find((one) => one.type === type);

/** By the rules of the form. The day of publication is no field of it. */
function checkInput({ type, input }: NewItem): { input: Record<string, unknown> } | { fault: string } {
  const resource = resourceOfType(type);
  const read = resource?.routes.create.body.safeParse(input);
  const [issue] = read?.error?.issues ?? findOddDays(resource?.days ?? {}, input);
  if (!read?.success || issue) return { fault: `Items with a fault in ${issue?.path}: ${issue?.message}` };
  const { publishedAt } = input;
  return { input: { ...read.data, ...(publishedAt !== undefined && { publishedAt }) } };
}

/** A row is an item here when both have the same name, of an alumnus also the same year. */
async function* readRowsOfCsv(
  ctx: Ctx,
  targets: Targets,
  kind: CsvKind,
  file: string,
): AsyncGenerator<NewItem> {
  const { type } = contentResources[kind];
  const nameItem = ({ name, graduationYear = '' }: Record<string, unknown>) =>
    `${String(name).trim().toLowerCase()} ${graduationYear}`;
  const known = new Map<string, Record<string, unknown> & { id: number }>();
  for (let before: number | undefined; ; ) {
    const views = (await targets[kind]?.batch(ctx, {}, { before, limit: BATCH })) ?? [];
    for (const view of views) known.set(nameItem({ ...view }), { ...view });
    before = views.at(-1)?.id;
    if (views.length < BATCH) break;
  }
  for await (const { line, fields, updatedAt } of readCsv(kind, file)) {
    const pictures = [fields.image, fields.imageUrl].filter(
      (value) => typeof value === 'string' && /^https?:\/\//.test(value),
    ) as string[];
    const title = `Line ${line}`;
    const item = { source: nameItem(fields), type, title, input: fields, paths: [], pictures };
    const same = known.get(item.source);
    const checked = same && checkInput(item);
    if (!same || !checked || 'fault' in checked) yield item;
    else {
      const isEqual = Object.entries(checked.input).every(([field, value]) =>
        isDeepStrictEqual(same[field], value),
      );
      // As it was exported: nobody has changed it here since
      const isAsExported = typeof same.updatedAt === 'string' && sheetTime(same.updatedAt) === updatedAt;
      yield {
        ...item,
        found: { id: same.id, state: isEqual ? 'unchanged' : isAsExported ? 'update' : 'skipped' },
      };
    }
  }
}

async function keepPictures(ctx: Ctx, id: number, addresses: readonly string[], uploads: string | undefined) {
  const store = openUploadStore(ctx.config);
  const sent = new Map<string, string>();
  if (uploads) {
    const wanted = new Set(addresses.map(pictureKey));
    for await (const { key, bytes } of readPictures(uploads, (one) => wanted.has(one))) {
      if (sent.has(key)) continue;
      const folder = `import-${id}-${sent.size}`;
      await store.write(folder, [{ name: sentFile, bytes }]);
      sent.set(key, folder);
    }
  }
  for (let at = 0; at < addresses.length; at += BATCH) {
    const rows = addresses
      .slice(at, at + BATCH)
      .map((address) => ({ import: id, address, sent: sent.get(pictureKey(address)) ?? null }));
    await ctx.em.insertMany(ImportPictureEntity, rows);
  }
}

/** What was never stored is forgotten after a day. */
async function removeOldImports({ em, config, now }: Ctx): Promise<void> {
  const old = await readRows(em, { id: int })(
    `select id from imports where state in ('planned', 'failed') and created_at < ?`,
    [new Date(now().getTime() - KEPT_MS)],
  );
  for (const { id } of old) {
    await removeSentFiles({ em, config }, id);
    await em.nativeDelete(ImportEntity, { id });
  }
}

export async function removeSentFiles({ em, config }: Pick<Ctx, 'em' | 'config'>, id: number): Promise<void> {
  const store = openUploadStore(config);
  const sent = await readRows(em, { folder: text })(
    'select distinct sent as folder from import_pictures where import_id = ? and sent is not null',
    [id],
  );
  for (const { folder } of sent) await store.remove(folder, [sentFile]);
}
