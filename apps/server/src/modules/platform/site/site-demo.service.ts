import { isDeepStrictEqual } from 'node:util';
import type { SiteSettings } from '@institute/contract';
import type { InferEntity } from '@mikro-orm/core';
import type { TxCtx } from '../../../context.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import { SiteEntity } from './site.entity.ts';
import { lockSite } from './site.service.ts';
import { demoSite, isFieldsObject, siteDefaults } from './site-defaults.service.ts';

/** Empties every value that still equals that of the demo. In lists this is decided for each entry. */
export async function removeDemoTexts(tx: TxCtx): Promise<void> {
  const row = await findSiteRow(tx);
  if (!row) return;
  const contentWithoutDemo = emptyDemoValues(row.content, demoSite, siteDefaults);
  if (!isDeepStrictEqual(contentWithoutDemo, row.content))
    await storeSiteTexts(tx, row, contentWithoutDemo, row.content);
}

/** Restores the demo's texts that were emptied, except where somebody has written a new text. */
export async function restoreDemoTexts(tx: TxCtx): Promise<void> {
  const row = await findSiteRow(tx);
  if (!row?.beforeRemoval) return;
  const { content, beforeRemoval: before } = row;
  await storeSiteTexts(
    tx,
    row,
    restoreRemovedValues(content, before, emptyDemoValues(before, demoSite, siteDefaults)),
    null,
  );
}

async function findSiteRow(tx: TxCtx) {
  await lockSite(tx);
  return (await tx.em.find(SiteEntity, {}, { limit: 1 }))[0];
}

type SiteRow = InferEntity<typeof SiteEntity>;

async function storeSiteTexts(
  tx: TxCtx,
  row: SiteRow,
  content: SiteSettings,
  beforeRemoval: SiteSettings | null,
) {
  Object.assign(row, { content, beforeRemoval });
  await tx.em.flush();
  await queueEvents(tx, 'content.changed', [{ resource: 'site', id: null, action: 'updated' }]);
}

/** The result has type `T`, because a neutral value has the same shape as the demo's. */
function emptyDemoValues<T>(value: T, demo: unknown, neutral: unknown): T;
function emptyDemoValues(value: unknown, demo: unknown, neutral: unknown): unknown {
  if (isFieldsObject(value) && isFieldsObject(demo) && isFieldsObject(neutral)) {
    const emptiedFieldEntries = Object.entries(value).map(([name, each]) => [
      name,
      emptyDemoValues(each, demo[name], neutral[name]),
    ]);
    return Object.fromEntries(emptiedFieldEntries);
  }
  if (isDeepStrictEqual(value, demo)) return neutral;
  if (!Array.isArray(value)) return value;
  const isDemoEntry = (entry: unknown) => hasEqualEntry(demo, entry) && !hasEqualEntry(neutral, entry);
  return value.filter((entry) => !isDemoEntry(entry));
}

const hasEqualEntry = (list: unknown, entry: unknown): boolean =>
  Array.isArray(list) && list.some((other) => isDeepStrictEqual(other, entry));

function restoreRemovedValues<T>(value: T, before: unknown, emptied: unknown): T;
function restoreRemovedValues(value: unknown, before: unknown, emptied: unknown): unknown {
  if (isDeepStrictEqual(value, emptied)) return before;
  if (!isFieldsObject(value) || !isFieldsObject(before) || !isFieldsObject(emptied)) return value;
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    restoreRemovedValues(each, before[name], emptied[name]),
  ]);
  return Object.fromEntries(fields);
}
