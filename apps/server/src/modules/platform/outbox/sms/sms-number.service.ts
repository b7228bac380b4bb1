import type { TxCtx } from '../../../../context.ts';
import { findForUpdate } from '../../../../database/row-lock.ts';
import { readRows, text } from '../../../../sql.ts';
import { type FingerprintCtx, openFingerprintFunction } from '../../suppression/fingerprint.service.ts';
import { SmsNumberEntity, type SmsNumberRow } from './sms-number.entity.ts';

/** Opens the function that hashes numbers. All numbers in this file are in international form. */
const openNumberKeyFunction = (ctx: FingerprintCtx) => openFingerprintFunction(ctx, 'sms number');

export async function readSmsNumber(ctx: FingerprintCtx, number: string) {
  const numberKey = (await openNumberKeyFunction(ctx))(number);
  const row = await ctx.em.findOne(SmsNumberEntity, { key: numberKey }, { disableIdentityMap: true });
  return { hasWritten: row !== null, isStopped: Boolean(row?.stoppedAt) };
}

/** Returns those of the numbers that have sent STOP. */
export async function findStoppedNumbers(
  ctx: FingerprintCtx,
  numbers: readonly string[],
): Promise<Set<string>> {
  const makeNumberKey = await openNumberKeyFunction(ctx);
  const numbersByKey = new Map(numbers.map((number) => [makeNumberKey(number), number]));
  const stoppedNumberRows = await ctx.em.find(
    SmsNumberEntity,
    { key: { $in: [...numbersByKey.keys()] }, stoppedAt: { $ne: null } },
    { disableIdentityMap: true },
  );
  return new Set(stoppedNumberRows.flatMap(({ key }) => numbersByKey.get(key) ?? []));
}

/** Notes that the number has written, and locks its row until the end of the transaction. */
export async function lockSmsNumber(
  { em, config, now }: Pick<TxCtx, 'em' | 'config' | 'now'>,
  number: string,
): Promise<SmsNumberRow> {
  const key = (await openNumberKeyFunction({ em, config }))(number);
  await em.execute(
    `insert into sms_numbers (key, wrote_at) values (?, ?)
     on conflict (key) do update set wrote_at = excluded.wrote_at`,
    [key, now()],
  );
  const row = await findForUpdate({ em }, SmsNumberEntity, { key });
  if (!row) throw new Error('The number was not stored');
  return row;
}

/**
 * Deletes numbers that have not written since `before`, except those that have sent STOP. Returns the number of
 * deleted rows.
 */
export async function purgeSmsNumbers({ em }: Pick<TxCtx, 'em'>, before: Date, limit: number) {
  const removedRows = await readRows(em, { key: text })(
    `delete from sms_numbers where key = any(array(
       select key from sms_numbers where stopped_at is null and wrote_at < ? limit ? for update skip locked))
     returning key`,
    [before, limit],
  );
  return removedRows.length;
}

/** Erases the numbers of a person, except that a STOP stays. */
export async function forgetSmsNumbers(
  { em, config }: Pick<TxCtx, 'em' | 'config'>,
  numbers: readonly string[],
): Promise<void> {
  const key = { $in: numbers.map(await openNumberKeyFunction({ em, config })) };
  await em.nativeDelete(SmsNumberEntity, { key, stoppedAt: null });
  await em.nativeUpdate(SmsNumberEntity, { key }, { thankedAt: null });
}
