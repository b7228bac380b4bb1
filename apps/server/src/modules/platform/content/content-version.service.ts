import type { EntityType } from '@institute/contract';
import { versionsKept } from '@institute/contract/content.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { notFoundError } from '../../../errors.ts';
import { ContentVersionEntity } from './content-version.entity.ts';

export interface ItemKey {
  type: EntityType;
  id: number;
}

export interface ContentSnapshot {
  number: number;
  fields: object;
  since: Date;
}

/** Call it in the transaction of a change. Stores `before` as well when the item has no version yet. */
export async function storeVersion(
  { em, actor, now }: Pick<TxCtx, 'em' | 'actor' | 'now'>,
  { type, id }: ItemKey,
  { before, after: { number, fields } }: { before: ContentSnapshot | undefined; after: ContentSnapshot },
): Promise<void> {
  const versionKey = { entityType: type, itemId: id };
  if (before && (await em.count(ContentVersionEntity, versionKey)) === 0) {
    const { since: createdAt, ...first } = before;
    await em.insert(ContentVersionEntity, { ...versionKey, ...first, userEmail: null, createdAt });
  }
  const userEmail = actor?.email ?? null;
  await em.insert(ContentVersionEntity, { ...versionKey, number, fields, userEmail, createdAt: now() });
  await em.execute(
    `delete from content_versions where entity_type = ? and item_id = ? and number <= (
       select number from content_versions where entity_type = ? and item_id = ?
       order by number desc offset ? limit 1)`,
    [type, id, type, id, versionsKept],
  );
}

export const deleteVersions = ({ em }: Pick<TxCtx, 'em'>, type: EntityType, ids: readonly number[]) =>
  em.nativeDelete(ContentVersionEntity, { entityType: type, itemId: { $in: [...ids] } });

export async function listVersions({ em }: Pick<Ctx, 'em'>, { type, id }: ItemKey) {
  const versionRows = await em.find(
    ContentVersionEntity,
    { entityType: type, itemId: id },
    { orderBy: { number: 'desc' }, exclude: ['fields'], disableIdentityMap: true },
  );
  return versionRows.map(({ number, userEmail, createdAt }) => ({
    number,
    by: userEmail ?? null,
    at: createdAt.toISOString(),
  }));
}

export async function getVersion(ctx: Pick<Ctx, 'em'>, item: ItemKey, number: number) {
  const versionFields = await findVersion(ctx, item, number);
  if (!versionFields) throw notFoundError('This version is not kept any more');
  return versionFields;
}

export async function findVersion({ em }: Pick<Ctx, 'em'>, { type, id }: ItemKey, number: number) {
  const numberedVersionKey = { entityType: type, itemId: id, number };
  return (
    (await em.findOne(ContentVersionEntity, numberedVersionKey, { disableIdentityMap: true }))?.fields ?? null
  );
}
