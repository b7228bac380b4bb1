import querystring from 'node:querystring';
import { type ContentType, contentTypes, type importItemsQuery } from '@institute/contract';
import { plannedImportKinds } from '@institute/contract/imports.constants';
import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, notFoundError } from '../../../errors.ts';
import { bool, int, intOrNull, type Row, readRows, text, textOrNull } from '../../../sql.ts';
import { hashPlan } from '../../platform/tables/table.service.ts';
import { ImportEntity } from './import.entity.ts';
import { findResource, type ImportTargets, type TargetService } from './import-file.service.ts';
import { extractFileName } from './import-file-kind.ts';
import { type MenuCtx, planMenu } from './import-menu.service.ts';
import { listBuiltInPages } from './import-site.service.ts';
import { addressSql, earlierItemSql, hasReplacedTextSql, titleSql, versionSql } from './item-sql.ts';

type ReadCtx = Pick<Ctx, 'em' | 'content'>;

const plannedColumns = {
  id: int,
  source: text,
  hash: text,
  type: z.enum(contentTypes),
  title: text,
  itemId: intOrNull,
  kind: z.enum(plannedImportKinds),
  category: textOrNull,
  builtIn: textOrNull,
  state: z.enum(['create', 'update', 'unchanged', 'skipped']),
};
export type PlannedItem = Row<typeof plannedColumns>;

export function findService(targets: ImportTargets, type: ContentType): TargetService {
  const { key } = findResource(type) ?? {};
  const targetService = key && targets[key];
  if (!targetService) throw new AppError('CONFLICT', `Nothing here takes a ${type}`);
  return targetService;
}

/** SQL condition: pictures of the item were missing when it was imported. `alias` names its row. */
export const missingPicturesSql = (alias: string) =>
  `${alias}.input is not null and ${alias}.item_id is not null`;

/** An item that was changed or deleted here since its import is left alone. */
export const planItems = ({ em, content }: ReadCtx, importId: number) =>
  readRows(em, plannedColumns)(
    `with matched as (
       select item.id, item.source, item.hash, item.type, item.title, item.category, item.built_in, ${hasReplacedTextSql} as has_text,
         item.input->>'status' as status, item.found->>'state' as found, known.version as known_version,
         known.hash as known_hash, known.has_missing, coalesce(known.item_id, (item.found->>'id')::int) as item_id
       from import_items as item left join lateral (
         ${earlierItemSql(`earlier.item_id, earlier.version, earlier.hash, ${missingPicturesSql('earlier')} and exists (
             select 1 from import_pictures as sent join import_pictures as missing using (address)
             where sent.import_id = item.import_id and sent.sent is not null
               and missing.import_id = earlier.import_id and missing.error is not null
           ) as has_missing`)}
       ) as known on true
       where item.import_id = ? and not item.replaces_text
     ), versioned as (select *, ${versionSql({ content })} as version from matched)
     select id, source, hash, type, title, item_id as "itemId", case
       when type in ('post', 'page') and status = 'draft' then 'draft'
       when built_in is not null and item_id is null then 'builtIn' else type end as kind, category, built_in as "builtIn", case
       when version is null and has_text then 'unchanged'
       when version is null then case when known_version is null then 'create' else 'skipped' end
       when known_hash = hash and known_version = version and has_missing then 'update'
       when known_hash = hash or found = 'unchanged' then 'unchanged'
       when known_version = version or found = 'update' then 'update'
       else 'skipped' end as state
     from versioned order by id`,
    [importId],
  );

export const willBeImported = ({ state }: Pick<PlannedItem, 'state'>): boolean =>
  state === 'create' || state === 'update';

export async function findImport({ em }: Pick<Ctx, 'em'>, id: number) {
  const importRow = await em.findOne(ImportEntity, { id }, { disableIdentityMap: true });
  if (!importRow) throw notFoundError('There is no such import');
  return importRow;
}

async function findPlannedImport(ctx: ReadCtx, id: number) {
  const plannedImport = await findImport(ctx, id);
  if (plannedImport.state !== 'planned')
    throw new AppError('CONFLICT', 'This file was imported already. Choose it again.');
  return plannedImport;
}

const fileColumns = { id: int, title: textOrNull, address: text, isDocument: bool, isNew: bool };

const listFiles = ({ em }: ReadCtx, importId: number) =>
  readRows(em, fileColumns)(
    `select id, title, address, is_document as "isDocument", not exists (
         select 1 from import_pictures as earlier join imports on imports.id = earlier.import_id and imports.state = 'done'
         where earlier.address = file.address and earlier.upload is not null
       ) as "isNew"
     from import_pictures as file where import_id = ? order by id`,
    [importId],
  );

export async function planImport(ctx: MenuCtx, id: number) {
  const { leftOut, menu, site } = await findPlannedImport(ctx, id);
  const plannedItems = await planItems(ctx, id);
  const countItemState = (one: PlannedItem['state']) =>
    plannedItems.filter((item) => item.state === one).length;
  const plannedFileRows = await listFiles(ctx, id);
  const documentCount = plannedFileRows.filter(({ isDocument }) => isDocument).length;
  return {
    site,
    hash: hashPlan(plannedItems.map(({ source, hash, state: planned }) => [source, hash, planned])),
    create: countItemState('create'),
    update: countItemState('update'),
    unchanged: countItemState('unchanged'),
    skipped: countItemState('skipped'),
    pictures: plannedFileRows.length - documentCount,
    documents: documentCount,
    newFiles: plannedFileRows.filter(({ isNew }) => isNew).length,
    leftOut,
    groups: countByGroup(plannedItems.filter((item) => willBeImported(item) && item.kind !== 'builtIn')),
    builtIn: await listBuiltInPages(
      ctx,
      plannedItems.filter((item) => willBeImported(item) && item.kind === 'builtIn'),
    ),
    menu: await planMenu(ctx, id, menu),
  };
}

export const makeGroupKey = ({ kind, category }: Pick<PlannedItem, 'kind' | 'category'>) =>
  JSON.stringify([kind, category]);

interface PlannedGroup extends Pick<PlannedItem, 'kind' | 'category'> {
  count: number;
  /** Number of items that would overwrite an existing item. */
  updates?: number;
}

/** Sorts the groups by kind, in the order of display, then by size. */
function countByGroup(items: readonly PlannedItem[]): PlannedGroup[] {
  const plannedGroups = [...Map.groupBy(items, makeGroupKey).values()].flatMap((ofGroup) => {
    const [first] = ofGroup;
    if (!first) return [];
    const updateCount = ofGroup.filter(({ state }) => state === 'update').length;
    const { kind, category } = first;
    return { kind, category, count: ofGroup.length, ...(updateCount > 0 && { updates: updateCount }) };
  });
  const rankKind = ({ kind }: Pick<PlannedItem, 'kind'>) => plannedImportKinds.indexOf(kind);
  return plannedGroups.toSorted((one, other) => rankKind(one) - rankKind(other) || other.count - one.count);
}

/** Items of one group of the plan, with their old and new addresses. */
export async function listPlannedLines(ctx: ReadCtx, query: z.output<typeof importItemsQuery>) {
  await findPlannedImport(ctx, query.id);
  const isFileKind = query.kind === 'picture' || query.kind === 'document';
  const plannedRows = isFileKind ? await listPlannedFiles(ctx, query) : await listPlannedItems(ctx, query);
  const searchText = query.q.toLowerCase();
  const foundLines = plannedRows.filter(({ title, from }) =>
    `${title} ${querystring.unescape(from ?? '')}`.toLowerCase().includes(searchText),
  );
  return { items: foundLines.slice(0, query.limit), total: foundLines.length };
}

type LinesQuery = z.output<typeof importItemsQuery>;

interface PlannedLine {
  id: number;
  title: string;
  from: string | null;
  to: string | null;
  state: PlannedItem['state'];
  /** Title of the existing item that this one would overwrite. */
  replaces: string | null;
}

async function listPlannedFiles(ctx: ReadCtx, { id, kind }: LinesQuery): Promise<PlannedLine[]> {
  const files = await listFiles(ctx, id);
  return files
    .filter(({ isDocument }) => isDocument === (kind === 'document'))
    .map(({ id: row, title, address }) => {
      const { pathname } = new URL(address);
      const fileLine = { id: row, title: title || extractFileName(address), from: pathname };
      return { ...fileLine, to: null, state: 'create', replaces: null };
    });
}

async function listPlannedItems(ctx: ReadCtx, query: LinesQuery): Promise<PlannedLine[]> {
  const groupKey = makeGroupKey(query);
  const items = (await planItems(ctx, query.id)).filter(
    (item) => willBeImported(item) && makeGroupKey(item) === groupKey,
  );
  const placesById = await readItemPlaces(ctx, query.id);
  const plannedItemLines = items.map(({ id, title, state }) => {
    const { from = null, to = null, present = null } = placesById.get(id) ?? {};
    return { id, title, from, to, state, replaces: state === 'update' ? present : null };
  });
  // Items that overwrite existing ones come first, so that they are not missed below hundreds of new items
  return plannedItemLines.toSorted(
    (one, other) => Number(one.state !== 'update') - Number(other.state !== 'update'),
  );
}

const placeColumns = { id: int, from: textOrNull, to: textOrNull, present: textOrNull };

/** An item that is imported for the first time has no new address yet, except a page. */
async function readItemPlaces(ctx: ReadCtx, importId: number) {
  const rows = await readRows(ctx.em, placeColumns)(
    `select item.id, item.paths[1] as "from",
       coalesce(${addressSql(ctx, 'earlier.item_id')}, '/p/' || (item.input->>'path')) as "to",
       ${titleSql(ctx, `coalesce(earlier.item_id, (item.found->>'id')::int)`)} as present
     from import_items as item left join lateral (${earlierItemSql('earlier.item_id')}) as earlier on true
     where item.import_id = ?`,
    [importId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
