import { contentTypes } from '@institute/contract';
import * as z from 'zod';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { bool, int, readRows } from '../../../sql.ts';
import { recordActivity } from '../../platform/activity/activity.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { removeDemoTexts, restoreDemoTexts } from '../../platform/site/site-demo.service.ts';
import { listUntouchedParts } from '../../platform/site/site-texts.service.ts';
import { moveToTrash, restoreItems } from './trash.service.ts';

type ContentCtx = Pick<Ctx, 'em' | 'content'>;
const demoItemColumns = { kind: z.enum(contentTypes), id: int, isTrashed: bool };

/** Counts the demo items that were never changed. `texts`: parts of the Site screen. */
export async function countDemoContent(ctx: ContentCtx) {
  const [items, site] = await Promise.all([countDemoItems(ctx), getSite(ctx)]);
  return { ...items, texts: listUntouchedParts(site).filter(({ isDemo }) => isDemo).length };
}

export async function countDemoItems(ctx: ContentCtx) {
  const demoItems = await findDemoItems(ctx);
  const shownDemoItemsByKind = Map.groupBy(
    demoItems.filter(({ isTrashed }) => !isTrashed),
    ({ kind }) => kind,
  );
  return {
    shown: [...shownDemoItemsByKind].map(([type, { length }]) => ({ type, count: length })),
    trashed: demoItems.filter(({ isTrashed }) => isTrashed).length,
  };
}

export const removeDemoContent = (ctx: Ctx): Promise<{ count: number }> =>
  withContentChange(ctx, async (tx) => {
    refuseUnconfirmedPassword(tx);
    const { items } = await moveToTrash(tx, await findDemoItems(tx));
    await removeDemoTexts(tx);
    await recordActivity(tx, {
      type: 'delete',
      entityType: 'site',
      entityId: null,
      description: 'Removed the demo content',
    });
    return { count: items.length };
  });

export const restoreDemoContent = (ctx: Ctx): Promise<{ count: number }> =>
  withContentChange(ctx, async (tx) => {
    refuseUnconfirmedPassword(tx);
    const restoredItems = await restoreItems(tx, await findDemoItems(tx));
    await restoreDemoTexts(tx);
    return { count: restoredItems.length };
  });

function findDemoItems({ em, content }: ContentCtx) {
  const tableQueries = content.map(
    ({ type, table }) =>
      `select '${type}' as kind, id, deleted_at is not null as "isTrashed" from ${table} where is_demo`,
  );
  return readRows(em, demoItemColumns)(`${tableQueries.join(' union all ')} order by kind, id`);
}
