import { internationalPhone } from '@institute/contract/international-phone';
import { kampalaDay, kampalaInstant } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../context.ts';
import { transaction } from '../../transaction.ts';
import { readSmsNumber, stoppedAmong } from '../sms-numbers/sms-number.service.ts';
import { OutgoingMessageEntity } from './outgoing-message.entity.ts';
import { type DueMessage, refuseMessage } from './sending.service.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MOST_PER_HOUR = 5;
/** Anybody can type any number into the form. A number that never wrote to us therefore gets one a day. */
const CAUSED_BY_VISITORS = 'registration-received';

export const isInCountries = (
  number: string,
  { smsCountries }: Pick<Ctx['config'], 'smsCountries'>,
): boolean => smsCountries.includes(internationalPhone(number)?.country ?? '');

/** The day in Kampala, to which the daily limit applies. */
export function dayOf(now: Date): { start: Date; next: Date } {
  const start = new Date(kampalaInstant(`${kampalaDay(now)}T00:00`));
  return { start, next: new Date(start.getTime() + DAY_MS) };
}

/**
 * Returns whether a claimed SMS may be sent now; its segments are then counted. Otherwise it waits for its
 * number or for the next day, or is refused for good.
 */
export function admitSms(
  ctx: Pick<Ctx, 'em' | 'now' | 'config'>,
  message: DueMessage,
  segments: number,
): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    const refusal = await refusalOf(tx, message);
    if (refusal) {
      await refuseMessage(tx, message, `Not sent: ${refusal}`);
      return false;
    }
    // one after the other, so that two processes cannot both use what is left of a limit
    await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('limits of sms', 0))`);
    const waitsUntil = await waitOf(tx, message, segments);
    await tx.em.nativeUpdate(
      OutgoingMessageEntity,
      { id: message.id, state: 'waiting' },
      waitsUntil ? { nextTryAt: waitsUntil, tries: message.tries - 1, segments: null } : { segments },
    );
    return waitsUntil === null;
  });
}

/** How many SMS to these numbers would not be refused for good. */
export async function countSendable(
  ctx: Pick<Ctx, 'em' | 'config'>,
  numbers: readonly string[],
): Promise<number> {
  const stopped = await stoppedAmong(ctx, numbers);
  return numbers.filter((number) => isInCountries(number, ctx.config) && !stopped.has(number)).length;
}

async function refusalOf(tx: TxCtxOfSms, { kind, recipient }: DueMessage): Promise<SmsRefusal | null> {
  const refusal = await refusalOfNumber(tx, recipient ?? '');
  // the answer to STOP goes out after it, and whoever asks for a status gets it
  return refusal === 'STOP' && kind === 'sms-answer' ? null : refusal;
}

type SmsRefusal = 'country' | 'STOP';

/** Null when the number may get SMS. */
export async function refusalOfNumber(
  ctx: Pick<Ctx, 'em' | 'config'>,
  number: string,
): Promise<SmsRefusal | null> {
  if (!isInCountries(number, ctx.config)) return 'country';
  return (await readSmsNumber(ctx, number)).isStopped ? 'STOP' : null;
}

type TxCtxOfSms = Pick<TxCtx, 'em' | 'now' | 'config'>;

interface Used {
  fifth: string | Date | null;
  received: string | Date | null;
  segments: number;
}

async function waitOf(tx: TxCtxOfSms, message: DueMessage, segments: number): Promise<Date | null> {
  const now = tx.now();
  const { id, kind, recipient } = message;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const day = dayOf(now);
  // an SMS that another process is sending counts like a sent one
  const [used] = await tx.em.execute<Used[]>(
    `with gone as (
       select recipient, kind, segments, coalesce(sent_at, ?) as at from outgoing_messages
       where channel = 'sms' and id <> ? and (sent_at > ? or (
         sent_at is null and state = 'waiting' and segments is not null and last_error is null and next_try_at > ?)))
     select
       (select at from gone where recipient = ? and at > ? order by at desc offset ? limit 1) as fifth,
       (select max(at) from gone where recipient = ? and kind = ?) as received,
       (select coalesce(sum(segments), 0)::int from gone where at >= ?) as segments`,
    [
      ...[now, id, before(DAY_MS), now],
      ...[recipient, before(HOUR_MS), MOST_PER_HOUR - 1],
      ...[recipient, CAUSED_BY_VISITORS, day.start],
    ],
  );
  if (!used) throw new Error('The limits cannot be read');
  const after = (at: string | Date, ms: number) => new Date(at).getTime() + ms;
  const times = [
    ...(used.fifth ? [after(used.fifth, HOUR_MS)] : []),
    ...(used.received && kind === CAUSED_BY_VISITORS && !(await readSmsNumber(tx, recipient ?? '')).hasWritten
      ? [after(used.received, DAY_MS)]
      : []),
    // the first of a day is sent whatever it needs
    ...(used.segments > 0 && used.segments + segments > tx.config.smsDailyLimit ? [day.next.getTime()] : []),
  ];
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
