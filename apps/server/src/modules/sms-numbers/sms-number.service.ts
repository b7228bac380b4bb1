import type { Ctx, TxCtx } from '../../context.ts';
import { derivedSecret } from '../../crypto/signed-token.ts';
import { findForUpdate } from '../../database/row-lock.ts';
import { SmsNumberEntity, type SmsNumberRow } from './sms-number.entity.ts';

type Config = Pick<Ctx['config'], 'authSecret'>;
type Read = Pick<Ctx, 'em'> & { config: Config };

/** Numbers are in international form, here and below. */
const keyOf = (config: Config, number: string): string => derivedSecret(config, 'sms number', number);

export async function readSmsNumber(
  { em, config }: Read,
  number: string,
): Promise<{ hasWritten: boolean; isStopped: boolean }> {
  const row = await em.findOne(SmsNumberEntity, { key: keyOf(config, number) }, { disableIdentityMap: true });
  return { hasWritten: row !== null, isStopped: Boolean(row?.stoppedAt) };
}

/** Those of the numbers that have said stop. */
export async function stoppedAmong({ em, config }: Read, numbers: readonly string[]): Promise<Set<string>> {
  const numberOf = new Map(numbers.map((number) => [keyOf(config, number), number]));
  const rows = await em.find(
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
  const key = keyOf(config, number);
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
export async function purgeSmsNumbers(
  { em }: Pick<TxCtx, 'em'>,
  before: Date,
  limit: number,
): Promise<number> {
  const gone = await em.execute<object[]>(
    `delete from sms_numbers where key = any(array(
       select key from sms_numbers where stopped_at is null and wrote_at < ? limit ? for update skip locked))
     returning key`,
    [before, limit],
  );
  return gone.length;
}

/** For the erasure of a person. Only a STOP stays. */
export async function forgetSmsNumbers(
  { em, config }: Pick<TxCtx, 'em'> & { config: Config },
  numbers: readonly string[],
): Promise<void> {
  const key = { $in: numbers.map((number) => keyOf(config, number)) };
  await em.nativeDelete(SmsNumberEntity, { key, stoppedAt: null });
  await em.nativeUpdate(SmsNumberEntity, { key }, { thankedAt: null });
}
