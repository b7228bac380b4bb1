import { type ContentType, contentTypes } from '@institute/contract';
import { importKinds, importStates } from '@institute/contract/imports.constants';
import * as z from 'zod';
import type { AccountActor, Ctx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError, notFound } from '../../../errors.ts';
import { bool, int, intOrNull, readNumber, readRows, text, textOrNull } from '../../../sql.ts';
import { type Tx, transaction } from '../../../transaction.ts';
import { removeRedirects } from '../../platform/redirects/redirect.service.ts';
import { changedSince, hashPlan } from '../../school/fees/import/statement-import.service.ts';
import { putAway } from '../trash/trash.service.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { resourceOfType, type Service, type Targets } from './import-file.service.ts';

type Reader = Pick<Ctx, 'em' | 'content'>;

const contentType = z.enum(contentTypes);
const plannedColumns = {
  id: int,
  source: text,
  hash: text,
  type: contentType,
  itemId: intOrNull,
  state: z.enum(['create', 'update', 'unchanged', 'skipped']),
};

/** SQL: the version of the item that a row with `type` and `item_id` stands for. Null for a deleted one. */
export function versionSql({ content }: Pick<Ctx, 'content'>): string {
  const versions = content.map(
    ({ type, table }) =>
      `when '${type}' then (select version from ${table} where id = item_id and deleted_at is null)`,
  );
  return `case type ${versions.join(' ')} end`;
}

export function findService(targets: Targets, type: ContentType): Service {
  const { key } = resourceOfType(type) ?? {};
  const service = key && targets[key];
  if (!service) throw new AppError('CONFLICT', `Nothing here takes a ${type}`);
  return service;
}

/** SQL, of an alias: whether a picture of the item did not come when it was imported. */
const lacksPictures = (alias: string) => `${alias}.input is not null and ${alias}.item_id is not null`;

/** An item that was changed or deleted here since its import is left alone. */
export const planItems = ({ em, content }: Reader, importId: number) =>
  readRows(em, plannedColumns)(
    `with matched as (
       select item.id, item.source, item.hash, item.type, item.found->>'state' as found, known.version as known_version,
         known.hash as known_hash, known.has_missing, coalesce(known.item_id, (item.found->>'id')::int) as item_id
       from import_items as item left join lateral (
         select earlier.item_id, earlier.version, earlier.hash, ${lacksPictures('earlier')} and exists (
             select 1 from import_pictures as sent join import_pictures as missing using (address)
             where sent.import_id = item.import_id and sent.sent is not null
               and missing.import_id = earlier.import_id and missing.error is not null
           ) as has_missing from import_items as earlier
         join imports on imports.id = earlier.import_id and imports.state = 'done'
         where earlier.source = item.source and earlier.item_id is not null order by earlier.id desc limit 1
       ) as known on true
       where item.import_id = ?
     ), versioned as (select *, ${versionSql({ content })} as version from matched)
     select id, source, hash, type, item_id as "itemId", case
       when version is null then case when known_version is null then 'create' else 'skipped' end
       when known_hash = hash and known_version = version and has_missing then 'update'
       when known_hash = hash or found = 'unchanged' then 'unchanged'
       when known_version = version or found = 'update' then 'update'
       else 'skipped' end as state
     from versioned order by id`,
    [importId],
  );

/** Items of this import whose pictures may come now, because nobody has changed them here since. */
export const listLackingPictures = (ctx: Reader, importId: number) =>
  readRows(ctx.em, { id: int, type: contentType, itemId: intOrNull })(
    `select id, type, item_id as "itemId" from import_items as item
     where import_id = ? and ${lacksPictures('item')} and version = ${versionSql(ctx)} order by id`,
    [importId],
  );

export async function findImport({ em }: Pick<Ctx, 'em'>, id: number) {
  const found = await em.findOne(ImportEntity, { id }, { disableIdentityMap: true });
  if (!found) throw notFound('There is no such import');
  return found;
}

export async function planImport(ctx: Reader, id: number) {
  const { state, leftOut } = await findImport(ctx, id);
  if (state !== 'planned') throw new AppError('CONFLICT', 'This file was imported already. Choose it again.');
  const items = await planItems(ctx, id);
  const count = (one: (typeof items)[number]['state']) => items.filter((item) => item.state === one).length;
  const pictures = await readNumber(ctx.em, 'count')(
    'select count(*)::int as count from import_pictures where import_id = ?',
    [id],
  );
  return {
    hash: hashPlan(items.map(({ source, hash, state: planned }) => [source, hash, planned])),
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    skipped: count('skipped'),
    pictures,
    leftOut,
  };
}

/** Held until the transaction ends, by every process that begins or undoes an import. */
async function refuseSecondImport({ em }: Tx): Promise<void> {
  await em.execute(`select pg_advisory_xact_lock(hashtextextended('imports of content', 0))`);
  const [other] = await readRows(em, { isRunning: bool })(
    `select exists (select 1 from imports where state = 'running') as "isRunning"`,
  );
  if (other?.isRunning) throw new AppError('CONFLICT', 'Another import is running');
}

/** It runs in the background, in any process. */
export const commitImport = (
  ctx: Ctx & { actor: AccountActor },
  { id, hash }: { id: number; hash: string },
) =>
  transaction(ctx, async (tx) => {
    await refuseSecondImport(tx);
    const plan = await planImport(tx, id);
    if (plan.hash !== hash) throw changedSince();
    const total = plan.create + plan.update + plan.pictures;
    const actor = { ...ctx.actor, confirmedAt: null };
    await tx.em.nativeUpdate(ImportEntity, { id }, { state: 'running', total, actor, nextTryAt: tx.now() });
    return { id };
  });

/** Tries those again that did not come. Where they come, texts and items get them. */
export const fetchPicturesAgain = (ctx: Ctx & { actor: AccountActor }, id: number) =>
  transaction(ctx, async (tx) => {
    await refuseSecondImport(tx);
    const { state, kind } = await findImport(tx, id);
    const pictures = await countFailedPictures(tx, id);
    if (state !== 'done' || kind !== 'wordpress' || pictures === 0)
      throw new AppError('CONFLICT', 'This import lacks no pictures');
    const items = await listLackingPictures(tx, id);
    await tx.em.nativeUpdate(ImportPictureEntity, { import: id, upload: null }, { error: null, sent: null });
    const begun = { state: 'running' as const, done: 0, total: pictures + items.length, tries: 0 };
    const actor = { ...ctx.actor, confirmedAt: null };
    await tx.em.nativeUpdate(ImportEntity, { id }, { ...begun, actor, nextTryAt: tx.now() });
    return { id };
  });

const countFailedPictures = ({ em }: Pick<Ctx, 'em'>, id: number) =>
  readNumber(em, 'count')(
    'select count(*)::int as count from import_pictures where import_id = ? and error is not null',
    [id],
  );

const summary = { type: contentType, created: int, updated: int };

export async function importStatus(ctx: Pick<Ctx, 'em'>, id: number) {
  const { kind, state, done, total, lastError, leftOut } = await findImport(ctx, id);
  const items = await readRows(ctx.em, summary)(
    `select type, (count(*) filter (where before is null))::int as created, count(before)::int as updated
     from import_items where import_id = ? and item_id is not null group by type order by type`,
    [id],
  );
  const failedPictures = kind === 'wordpress' && state === 'done' ? await countFailedPictures(ctx, id) : 0;
  const error = state === 'failed' ? lastError : null;
  return { id, kind, state, done, total, error, leftOut, items, failedPictures };
}

const listedColumns = {
  id: int,
  kind: z.enum(importKinds),
  fileName: textOrNull,
  state: z.enum(importStates),
  createdAt: text,
  created: int,
  updated: int,
};

/** The last ones, newest first. */
export const listImports = ({ em }: Pick<Ctx, 'em'>) =>
  readRows(
    em,
    listedColumns,
  )(
    `select id, kind, file_name as "fileName", state, created, updated,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
     from imports cross join lateral (
       select (count(*) filter (where before is null))::int as created, count(before)::int as updated
       from import_items where import_id = imports.id and item_id is not null
     ) as stored
     where state in ('running', 'done', 'undone') order by id desc limit 10`,
  );

const restorableColumns = { row: int, kind: contentType, id: int, isSame: bool, isNew: bool };

/** What nobody has changed since goes to the trash, or gets the former fields back. */
export const undoImport = (
  ctx: Ctx,
  targets: Targets,
  id: number,
): Promise<{ undone: number; kept: number }> =>
  withContentChange(ctx, async (tx) => {
    await refuseSecondImport(tx);
    const { state, redirects } = await findImport(tx, id);
    if (state !== 'done') throw new AppError('CONFLICT', 'Only an import that is done can be undone');
    const rows = await readRows(tx.em, restorableColumns)(
      `select id as row, type as kind, item_id as id, before is null as "isNew",
         coalesce(version = ${versionSql(tx)}, false) as "isSame"
       from import_items where import_id = ? and item_id is not null order by id`,
      [id],
    );
    const untouched = rows.filter(({ isSame }) => isSame);
    const { created = [], updated = [] } = Object.groupBy(untouched, ({ isNew }) =>
      isNew ? 'created' : 'updated',
    );
    await putAway(
      tx,
      created.map(({ kind, id: itemId }) => ({ kind, id: itemId })),
    );
    for (const { row, kind, id: itemId } of updated) {
      const { before } = await tx.em.findOneOrFail(ImportItemEntity, { id: row });
      await findService(targets, kind).update(tx, itemId, before ?? {});
      tx.em.clear();
      // Also for the import before, which may change it again
      await tx.em.execute(
        `update import_items set version = ${versionSql(tx)} where type = ? and item_id = ?`,
        [kind, itemId],
      );
    }
    await removeRedirects(tx, redirects);
    await tx.em.nativeUpdate(ImportEntity, { id }, { state: 'undone' });
    return { undone: untouched.length, kept: rows.length - untouched.length };
  });
