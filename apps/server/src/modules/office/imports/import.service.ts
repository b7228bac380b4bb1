// Import of an old site or of our own export. A file becomes a plan. After the office has confirmed the plan, it
// becomes content with pictures, menu and redirects. An item that was changed here since is never overwritten, and
// everything that is left out is listed.
import { contentTypes, type importCommitInput } from '@institute/contract';
import { importKinds, importStates } from '@institute/contract/imports.constants';
import * as z from 'zod';
import type { AccountActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { AppError } from '../../../errors.ts';
import { bool, int, intOrNull, readRows, text, textOrNull } from '../../../sql.ts';
import { runInTransaction, type Tx } from '../../../transaction.ts';
import { removeRedirects } from '../../platform/redirects/redirect.service.ts';
import { changedSinceError } from '../../platform/tables/table.service.ts';
import { moveToTrash } from '../trash/trash.service.ts';
import { ImportEntity, ImportItemEntity, ImportPictureEntity } from './import.entity.ts';
import { applyChoices } from './import-choices.service.ts';
import type { ImportTargets } from './import-file.service.ts';
import { findImport, findService, missingPicturesSql, planImport } from './import-plan.service.ts';
import { restoreSite } from './import-site.service.ts';
import { versionSql } from './item-sql.ts';

type ReadCtx = Pick<Ctx, 'em' | 'content'>;

const contentTypeSchema = z.enum(contentTypes);
/**
 * Lists the items of this import whose missing pictures may be added now, because nobody has changed the items since.
 */
export const listItemsLackingPictures = (ctx: ReadCtx, importId: number) =>
  readRows(ctx.em, { id: int, type: contentTypeSchema, itemId: intOrNull })(
    `select id, type, item_id as "itemId" from import_items as item
     where import_id = ? and ${missingPicturesSql('item')} and version = ${versionSql(ctx)} order by id`,
    [importId],
  );

/** Every process that begins or undoes an import takes this lock, and holds it until its transaction ends. */
async function refuseSecondImport({ em }: Tx): Promise<void> {
  const [lock] = await readRows(em, { isFree: bool })(
    `select pg_try_advisory_xact_lock(hashtextextended('imports of content', 0)) as "isFree"`,
  );
  // An Undo of many items takes longer than a request may wait, so the request is refused at once
  if (!lock?.isFree) throw new AppError('CONFLICT', 'An import is just being started or undone');
  const [other] = await readRows(em, { isRunning: bool })(
    `select exists (select 1 from imports where state = 'running') as "isRunning"`,
  );
  if (other?.isRunning) throw new AppError('CONFLICT', 'Another import is running');
}

/** Starts the import, which then runs in the background, in any process. */
export const commitImport = (
  ctx: Ctx & { actor: AccountActor },
  { id, hash, choices }: z.output<typeof importCommitInput>,
) =>
  runInTransaction(ctx, async (tx) => {
    await refuseSecondImport(tx);
    const importPlan = await planImport(tx, id);
    if (importPlan.hash !== hash) throw changedSinceError();
    const chosenItemAndFileCount = await applyChoices(tx, id, choices);
    const actorWithoutConfirmation = { ...ctx.actor, confirmedAt: null };
    await tx.em.nativeUpdate(
      ImportEntity,
      { id },
      {
        state: 'running',
        total: chosenItemAndFileCount,
        actor: actorWithoutConfirmation,
        nextTryAt: tx.now(),
      },
    );
    return { id };
  });

/** Downloads the missing pictures and documents again, and adds those that arrive to their items. */
export const fetchPicturesAgain = (ctx: Ctx & { actor: AccountActor }, id: number) =>
  runInTransaction(ctx, async (tx) => {
    await refuseSecondImport(tx);
    const { state, kind } = await findImport(tx, id);
    const { failedPictures, failedDocuments } = await countFiles(tx, id);
    const failedFileCount = failedPictures + failedDocuments;
    if (state !== 'done' || kind !== 'wordpress' || failedFileCount === 0)
      throw new AppError('CONFLICT', 'This import lacks no pictures and no documents');
    const itemsLackingPictures = await listItemsLackingPictures(tx, id);
    await tx.em.nativeUpdate(ImportPictureEntity, { import: id, upload: null }, { error: null, sent: null });
    const restartedFields = {
      state: 'running' as const,
      done: 0,
      total: failedFileCount + itemsLackingPictures.length,
      tries: 0,
    };
    const actor = { ...ctx.actor, confirmedAt: null };
    await tx.em.nativeUpdate(ImportEntity, { id }, { ...restartedFields, actor, nextTryAt: tx.now() });
    return { id };
  });

const zeroFileCounts = { pictures: 0, documents: 0, failedPictures: 0, failedDocuments: 0 };
const fileCountColumns = { pictures: int, documents: int, failedPictures: int, failedDocuments: int };

async function countFiles({ em }: Pick<Ctx, 'em'>, id: number) {
  const [counts] = await readRows(em, fileCountColumns)(
    `select (count(upload) filter (where not is_document))::int as pictures,
       (count(upload) filter (where is_document))::int as documents,
       (count(error) filter (where not is_document))::int as "failedPictures",
       (count(error) filter (where is_document))::int as "failedDocuments"
     from import_pictures where import_id = ?`,
    [id],
  );
  return counts ?? zeroFileCounts;
}

const summaryColumns = { type: contentTypeSchema, created: int, updated: int };

export async function readImportStatus(ctx: Pick<Ctx, 'em'>, id: number) {
  const { kind, state, done, total, lastError, leftOut } = await findImport(ctx, id);
  const items = await readRows(ctx.em, summaryColumns)(
    `select type, (count(*) filter (where before is null))::int as created, count(before)::int as updated
     from import_items where import_id = ? and item_id is not null group by type order by type`,
    [id],
  );
  const isDoneWordPress = kind === 'wordpress' && state === 'done';
  const files = isDoneWordPress ? await countFiles(ctx, id) : zeroFileCounts;
  const error = state === 'failed' ? lastError : null;
  return { id, kind, state, done, total, error, leftOut, items, ...files };
}

const importColumns = {
  id: int,
  kind: z.enum(importKinds),
  fileName: textOrNull,
  state: z.enum(importStates),
  createdAt: text,
  created: int,
  updated: int,
};

/** Lists the last imports, newest first. */
export const listImports = ({ em }: Pick<Ctx, 'em'>) =>
  readRows(
    em,
    importColumns,
  )(
    `select id, kind, file_name as "fileName", state, created, updated,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
     from imports cross join lateral (
       select (count(*) filter (where before is null))::int as created, count(before)::int as updated
       from import_items where import_id = imports.id and item_id is not null
     ) as stored
     where state in ('running', 'done', 'undone') order by id desc limit 10`,
  );

const restorableColumns = { row: int, kind: contentTypeSchema, id: int, isSame: bool, isNew: bool };

/** Undoes an import: items that nobody has changed since go to the trash, or get their former fields back. */
export const undoImport = (
  ctx: Ctx,
  targets: ImportTargets,
  id: number,
): Promise<{ undone: number; kept: number }> =>
  withContentChange(ctx, async (tx) => {
    await refuseSecondImport(tx);
    const { state, redirects, siteChanges, menuPages } = await findImport(tx, id);
    if (state === 'undone') throw new AppError('CONFLICT', 'This import was undone already');
    if (state !== 'done') throw new AppError('CONFLICT', 'Only an import that is done can be undone');
    const restorableRows = await readRows(tx.em, restorableColumns)(
      `select id as row, type as kind, item_id as id, before is null as "isNew",
         coalesce(version = ${versionSql(tx)}, false) as "isSame"
       from import_items where import_id = ? and item_id is not null order by id`,
      [id],
    );
    const unchangedRows = restorableRows.filter(({ isSame }) => isSame);
    const { created = [], updated = [] } = Object.groupBy(unchangedRows, ({ isNew }) =>
      isNew ? 'created' : 'updated',
    );
    await moveToTrash(
      tx,
      created.map(({ kind, id: itemId }) => ({ kind, id: itemId })),
    );
    for (const { row, kind, id: itemId } of updated) {
      const { before } = await tx.em.findOneOrFail(ImportItemEntity, { id: row });
      await findService(targets, kind).update(tx, itemId, before ?? {});
      tx.em.clear();
      // An earlier import of the item gets the new version too, so that it may change the item again
      await tx.em.execute(
        `update import_items set version = ${versionSql(tx)} where type = ? and item_id = ?`,
        [kind, itemId],
      );
    }
    await removeRedirects(tx, redirects);
    await restoreSite(tx, findService(targets, 'page'), { siteChanges, menuPages });
    await tx.em.nativeUpdate(ImportEntity, { id }, { state: 'undone' });
    return { undone: unchangedRows.length, kept: restorableRows.length - unchangedRows.length };
  });
