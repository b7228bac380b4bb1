import { isDeepStrictEqual } from 'node:util';
import type { SiteSettings } from '@institute/contract';
import type { InferEntity } from '@mikro-orm/core';
import type { TxCtx } from '../../../context.ts';
import { queueEvents } from '../webhooks/webhook-event.service.ts';
import { SiteEntity } from './site.entity.ts';
import { lockSite } from './site.service.ts';
import { demoSite, isFields, siteDefaults } from './site-defaults.service.ts';

/** Empties what still equals the demo's, in lists entry by entry. */
export async function removeDemoTexts(tx: TxCtx): Promise<void> {
  const row = await findRow(tx);
  if (!row) return;
  const content = removeDemo(row.content, demoSite, siteDefaults);
  if (!isDeepStrictEqual(content, row.content)) await storeTexts(tx, row, content, row.content);
}

/** Brings back the demo's texts that were emptied and not written since. */
export async function restoreDemoTexts(tx: TxCtx): Promise<void> {
  const row = await findRow(tx);
  if (!row?.beforeRemoval) return;
  const { content, beforeRemoval: before } = row;
  await storeTexts(
    tx,
    row,
    restoreRemoved(content, before, removeDemo(before, demoSite, siteDefaults)),
    null,
  );
}

async function findRow(tx: TxCtx) {
  await lockSite(tx);
  return (await tx.em.find(SiteEntity, {}, { limit: 1 }))[0];
}

type Row = InferEntity<typeof SiteEntity>;

async function storeTexts(tx: TxCtx, row: Row, content: SiteSettings, beforeRemoval: SiteSettings | null) {
  Object.assign(row, { content, beforeRemoval });
  await tx.em.flush();
  await queueEvents(tx, 'content.changed', [{ resource: 'site', id: null, action: 'updated' }]);
}

/** `T` stays, because a neutral value has the shape of the demo's. */
function removeDemo<T>(value: T, demo: unknown, neutral: unknown): T;
function removeDemo(value: unknown, demo: unknown, neutral: unknown): unknown {
  if (isFields(value) && isFields(demo) && isFields(neutral)) {
    const fields = Object.entries(value).map(([name, each]) => [
      name,
      removeDemo(each, demo[name], neutral[name]),
    ]);
    return Object.fromEntries(fields);
  }
  if (isDeepStrictEqual(value, demo)) return neutral;
  if (!Array.isArray(value)) return value;
  const isInvented = (entry: unknown) => hasEntry(demo, entry) && !hasEntry(neutral, entry);
  return value.filter((entry) => !isInvented(entry));
}

const hasEntry = (list: unknown, entry: unknown): boolean =>
  Array.isArray(list) && list.some((other) => isDeepStrictEqual(other, entry));

function restoreRemoved<T>(value: T, before: unknown, emptied: unknown): T;
function restoreRemoved(value: unknown, before: unknown, emptied: unknown): unknown {
  if (isDeepStrictEqual(value, emptied)) return before;
  if (!isFields(value) || !isFields(before) || !isFields(emptied)) return value;
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    restoreRemoved(each, before[name], emptied[name]),
  ]);
  return Object.fromEntries(fields);
}
