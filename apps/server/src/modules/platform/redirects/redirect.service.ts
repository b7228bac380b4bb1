import { findOwnAddressFault, type RedirectInput, redirectInput } from '@institute/contract';
import { redirectLimits } from '@institute/contract/redirects.constants';
import type { Ctx, TxCtx } from '../../../context.ts';
import { withContentChange } from '../../../database/changes.ts';
import { lockRowOrNotFound } from '../../../database/row-lock.ts';
import { pickFields } from '../../../database/shown-fields.ts';
import { AppError, invalidInputError } from '../../../errors.ts';
import { int, listIds, type Row, readRows, text } from '../../../sql.ts';
import { splitIntoBatches } from '../../../transaction.ts';
import { recordActivity } from '../activity/activity.service.ts';
import { findOtherSite, isAddressForOwners, otherSiteMessage } from '../site/other-sites.service.ts';
import { RedirectEntity } from './redirect.entity.ts';
import { makeRedirectKey, type Redirect, RedirectTable } from './redirect-table.ts';

const redirectColumns = { id: int, key: text, to: text };
export type StoredRedirect = Row<typeof redirectColumns>;

const isRedirectAnswered = ({ key }: Pick<Redirect, 'key'>): boolean =>
  findOwnAddressFault(key) === undefined;

/** Leaves out redirects of earlier versions that would hide addresses of the site itself. */
export async function readRedirectTable({ em }: Pick<Ctx, 'em'>): Promise<RedirectTable<StoredRedirect>> {
  const redirectRows = await readRows(em, redirectColumns)('select id, key, "to" from redirects');
  return new RedirectTable(redirectRows.filter(isRedirectAnswered));
}

/** Lists the old addresses of redirects that `readRedirectTable` leaves out. */
export async function listUnansweredAddresses({ em }: Pick<Ctx, 'em'>): Promise<string[]> {
  const rows = await readRows(em, { key: text, from: text })('select key, "from" from redirects order by id');
  return rows.filter((row) => !isRedirectAnswered(row)).map(({ from }) => from);
}

export async function listRedirects({ em }: Pick<Ctx, 'em'>) {
  const rows = await em.find(RedirectEntity, {}, { orderBy: { id: 'desc' }, disableIdentityMap: true });
  return rows.map((row) => ({
    ...pickFields(row, 'id', 'from', 'to', 'hits', 'createdAt'),
    isAnswered: isRedirectAnswered(row),
  }));
}

type RedirectEditCtx = Pick<Ctx, 'em' | 'changes' | 'actor' | 'origin' | 'now' | 'config'>;

export const createRedirect = (ctx: RedirectEditCtx, input: RedirectInput): Promise<{ id: number }> =>
  withContentChange(ctx, async (tx) => {
    const { ids, leftOut } = await addRedirects(tx, [input]);
    const [id] = ids;
    if (id === undefined) throw refusalTexts[leftOut[0]?.reason ?? 'known']();
    const description = `Made a redirect from ${input.from}`;
    await recordActivity(tx, { type: 'create', entityType: 'redirect', entityId: id, description });
    return { id };
  });

export const removeRedirect = (ctx: RedirectEditCtx, id: number): Promise<{ id: number }> =>
  withContentChange(ctx, async (tx) => {
    const { from } = await lockRowOrNotFound(tx, RedirectEntity, { id }, { missing: 'Redirect not found' });
    await removeRedirects(tx, [id]);
    const description = `Removed the redirect from ${from}`;
    await recordActivity(tx, { type: 'purge', entityType: 'redirect', entityId: id, description });
    return { id };
  });

const ownersOnlyMessage = `${otherSiteMessage}. Write a path of this site, such as /about`;
const refusalTexts = {
  invalid: () => invalidInputError([{ path: 'from', message: 'This cannot be redirected' }]),
  known: () => new AppError('CONFLICT', 'There is a redirect from this address already'),
  otherSite: () =>
    new AppError('FORBIDDEN', ownersOnlyMessage, { details: [{ path: 'to', message: ownersOnlyMessage }] }),
  circle: () => invalidInputError([{ path: 'to', message: 'This would lead back to where it came from' }]),
  full: () => new AppError('CONFLICT', `There are ${redirectLimits.redirects} redirects already`),
};

interface AddedRedirects {
  ids: number[];
  leftOut: { from: string; reason: keyof typeof refusalTexts }[];
}

/**
 * Stores all valid redirects, and returns the others with a reason. Call it within `withContentChange`, and record
 * the activity.
 */
export async function addRedirects(
  tx: Pick<TxCtx, 'em' | 'now' | 'config' | 'actor'>,
  inputs: readonly RedirectInput[],
): Promise<AddedRedirects> {
  await tx.em.execute('lock table redirects in share row exclusive mode');
  const redirectTable: RedirectTable<Redirect> = await readRedirectTable(tx);
  const refusedRedirects: AddedRedirects['leftOut'] = [];
  const rows = inputs.flatMap((input) => {
    const row = toRedirectRow(tx.config, input);
    const isAddressOnlyForOwners = row !== undefined && isAddressForOwners(tx, row.to);
    const refusalReason = row
      ? isAddressOnlyForOwners
        ? 'otherSite'
        : addRowToTable(redirectTable, row)
      : 'invalid';
    if (row && !refusalReason) return { ...row, createdAt: tx.now() };
    refusedRedirects.push({ from: input.from, reason: refusalReason ?? 'invalid' });
    return [];
  });
  const addedIds: number[] = [];
  for (const redirectBatch of splitIntoBatches(rows)) {
    await tx.em.insertMany(RedirectEntity, [...redirectBatch]);
    const batchKeyFilter = { key: { $in: redirectBatch.map(({ key }) => key) } };
    addedIds.push(...listIds(await tx.em.find(RedirectEntity, batchKeyFilter, { disableIdentityMap: true })));
  }
  return { ids: addedIds, leftOut: refusedRedirects };
}

/** Adds the redirect, or returns the reason why it is refused. */
function addRowToTable(table: RedirectTable<Redirect>, row: Redirect): keyof typeof refusalTexts | undefined {
  if (table.has(row)) return 'known';
  if (table.size >= redirectLimits.redirects) return 'full';
  if (makeRedirectKey(row.to) === row.key) return 'circle';
  table.add(row);
  if (!table.isCircle(row)) return undefined;
  table.drop(row);
  return 'circle';
}

export async function removeRedirects({ em }: Pick<TxCtx, 'em'>, ids: readonly number[]): Promise<void> {
  await em.nativeDelete(RedirectEntity, { id: { $in: [...ids] } });
}

/** An address of this site is stored as its path, so that circles are found. */
function toRedirectRow(site: Ctx['config'], input: RedirectInput) {
  const { data } = redirectInput.safeParse(input);
  if (!data) return undefined;
  const { from, to } = data;
  const isKeptUnchanged = to.startsWith('/') || findOtherSite(site, to) !== undefined;
  return { from, key: makeRedirectKey(from), to: isKeptUnchanged ? to : toSafePath(to) };
}

/** An address with two slashes at its start would lead to another host, so one is removed. */
function toSafePath(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return pathname.replace(/^\/+/, '/') + search + hash;
}
