import type { TxCtx } from '../../../../context.ts';
import { findForUpdate } from '../../../../database/row-lock.ts';
import { readRows, text } from '../../../../sql.ts';
import { type FingerprintCtx, openFingerprints } from '../../suppression/fingerprint.service.ts';
import { SmsNumberEntity, type SmsNumberRow } from './sms-number.entity.ts';

/** Numbers are in international form, here and below. */
const openKeys = (ctx: FingerprintCtx) => openFingerprints(ctx, 'sms number');

export async function readSmsNumber(ctx: FingerprintCtx, number: string) {
  const key = (await openKeys(ctx))(number);
  const row = await ctx.em.findOne(SmsNumberEntity, { key }, { disableIdentityMap: true });
  return { hasWritten: row !== null, isStopped: Boolean(row?.stoppedAt) };
}

/** The numbers among these that have said stop. */
export async function findStopped(ctx: FingerprintCtx, numbers: readonly string[]): Promise<Set<string>> {
  const keyOf = await openKeys(ctx);
  const numberOf = new Map(numbers.map((number) => [keyOf(number), number]));
  const rows = await ctx.em.find(
    SmsNumberEntity,
    { key: { $in: [...numberOf.keys()] }, stoppedAt: { $ne: null } },
    { disableIdentityMap: true },
  );
  return new Set(rows.flatMap(({ key }) => numberOf.get(key) ?? []));
}

/** Notes that the number has written, and locks its row until the end of the transaction. */
export async function lockSmsNumber(
  { em, config, now }: Pick<TxCtx, 'em' | 'config' | 'now'>,
  number: string,
): Promise<SmsNumberRow> {
  const key = (await openKeys({ em, config }))(number);
  await em.execute(
    `insert into sms_numbers (key, wrote_at) values (?, ?)
     on conflict (key) do update set wrote_at = excluded.wrote_at`,
    [key, now()],
  );
  const row = await findForUpdate({ em }, SmsNumberEntity, { key });
  if (!row) throw new Error('The number was not stored');
  return row;
}

/** Numbers that have not written since, but for those that have said stop. Returns how many. */
export async function purgeSmsNumbers({ em }: Pick<TxCtx, 'em'>, before: Date, limit: number) {
  const removed = await readRows(em, { key: text })(
    `delete from sms_numbers where key = any(array(
       select key from sms_numbers where stopped_at is null and wrote_at < ? limit ? for update skip locked))
     returning key`,
    [before, limit],
  );
  return removed.length;
}

/** For the erasure of a person. Only a STOP stays. */
export async function forgetSmsNumbers(
  { em, config }: Pick<TxCtx, 'em' | 'config'>,
  numbers: readonly string[],
): Promise<void> {
  const key = { $in: numbers.map(await openKeys({ em, config })) };
  await em.nativeDelete(SmsNumberEntity, { key, stoppedAt: null });
  await em.nativeUpdate(SmsNumberEntity, { key }, { thankedAt: null });
}
