import { parseInternationalPhone } from '@institute/contract/international-phone';
import { timeZone, toLocalDay, toLocalDayBounds } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { messagePriorities } from '../../../../messaging/message-kind.ts';
import { int, readRows, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { OutgoingMessageEntity, waitReason } from '../outgoing-message.entity.ts';
import { type DueMessage, postponeMessage, refuseMessage } from '../sending.service.ts';
import { findStopped, readSmsNumber } from './sms-number.service.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_PER_HOUR = 5;
/** SMS to a number that anybody can type: a parent may register three children. */
const MAX_TYPED_PER_DAY = 3;
/** Share of the day's segments for messages to many, and as much again for what visitors cause. */
const DAILY_SHARE = 0.5;

export const isInCountries = (number: string, { smsCountries }: Pick<Ctx['config'], 'smsCountries'>) =>
  smsCountries.includes(parseInternationalPhone(number)?.country ?? '');

/**
 * Returns whether a claimed SMS may be sent now; its segments are then counted. Otherwise it waits for its
 * number or the next day, or is refused for good.
 */
export function reserveSms(
  ctx: Pick<Ctx, 'em' | 'now' | 'config' | 'messageKinds'>,
  message: DueMessage,
  segments: number,
): Promise<boolean> {
  return runInTransaction(ctx, async (tx) => {
    const refusal = await findRefusal(tx, message);
    if (refusal) return refuseQueuedSms(tx, message, refusal);
    // One after the other, so that two processes cannot both use what is left of a limit
    await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('limits of sms', 0))`);
    const wait = await findWait(tx, message, segments);
    if (!wait) {
      await tx.em.nativeUpdate(OutgoingMessageEntity, { id: message.id, state: 'waiting' }, { segments });
      return true;
    }
    // Messages that visitors cause use none of the next day's limit
    if (isByVisitors(message) && wait.until >= toLocalDayBounds(tx.now()).next)
      return refuseQueuedSms(tx, message, 'limit');
    await postponeMessage(tx, message, wait.until, waitReason(wait.reason));
    return false;
  });
}

const isByVisitors = ({ priority }: DueMessage) => priority === messagePriorities.byVisitors;

async function refuseQueuedSms(tx: SmsTxCtx, message: DueMessage, reason: SmsRefusal | 'limit') {
  await refuseMessage(tx, message, `Not sent: ${reason}`);
  return false;
}

/** How many SMS to these numbers would not be refused for good. */
export async function countSendable(ctx: Pick<Ctx, 'em' | 'config'>, numbers: readonly string[]) {
  const stopped = await findStopped(ctx, numbers);
  return numbers.filter((number) => isInCountries(number, ctx.config) && !stopped.has(number)).length;
}

async function findRefusal(tx: SmsTxCtx, { kind, recipient }: DueMessage): Promise<SmsRefusal | null> {
  const refusal = await findNumberRefusal(tx, recipient ?? '');
  // The answer to STOP goes out after it, and somebody who asks for a status gets it
  return refusal === 'STOP' && isAnswer(tx, kind) ? null : refusal;
}

type SmsRefusal = 'country' | 'STOP';

/** Null when the number may get SMS. */
export async function findNumberRefusal(ctx: Pick<Ctx, 'em' | 'config'>, number: string) {
  if (!isInCountries(number, ctx.config)) return 'country';
  return (await readSmsNumber(ctx, number)).isStopped ? 'STOP' : null;
}

export const isAnswer = ({ messageKinds }: Pick<Ctx, 'messageKinds'>, kind: string): boolean =>
  messageKinds.some((known) => known.kind === kind && known.isAnswer);

type SmsTxCtx = Pick<TxCtx, 'em' | 'now' | 'config' | 'messageKinds'>;

const usedColumns = {
  fifth: textOrNull,
  typed: textOrNull,
  segments: int,
  /** Waiting messages of the same priority. */
  alike: int,
};

/** The longest of the limits that hold the SMS back. */
async function findWait(tx: SmsTxCtx, message: DueMessage, segments: number) {
  const now = tx.now();
  const { id, kind, recipient } = message;
  const typed = tx.messageKinds.filter(({ limit }) => limit === 'typed').map((known) => known.kind);
  const subtractMs = (ms: number) => new Date(now.getTime() - ms);
  const day = toLocalDayBounds(now);
  // An SMS that another process is sending counts like a sent one
  const [used] = await readRows(tx.em, usedColumns)(
    `with gone as (
       select recipient, kind, priority, segments, coalesce(sent_at, ?) as at from outgoing_messages
       where channel = 'sms' and id <> ? and (sent_at > ? or (
         sent_at is null and state = 'waiting' and segments is not null and last_error is null and next_try_at > ?)))
     select
       (select at from gone where recipient = ? and at > ? order by at desc offset ? limit 1) as fifth,
       (select at from gone where recipient = ? and kind = any(?::text[]) order by at desc offset ? limit 1) as typed,
       (select coalesce(sum(segments), 0)::int from gone where at >= ?) as segments,
       (select coalesce(sum(segments), 0)::int from gone where at >= ? and priority = ?) as alike`,
    [
      now,
      id,
      subtractMs(DAY_MS),
      now,
      recipient,
      subtractMs(HOUR_MS),
      MAX_PER_HOUR - 1,
      recipient,
      `{${typed}}`,
      MAX_TYPED_PER_DAY - 1,
      day.start,
      day.start,
      message.priority,
    ],
  );
  if (!used) throw new Error('The limits cannot be read');
  const addMs = (at: string | Date, ms: number) => new Date(new Date(at).getTime() + ms);
  const isTyped = typed.includes(kind) && !(await readSmsNumber(tx, recipient ?? '')).hasWritten;
  const isShareFull =
    (isByVisitors(message) && used.alike + segments > readDailyShare(tx.config)) ||
    (message.priority === messagePriorities.toMany &&
      isFull(used.alike, segments, readDailyShare(tx.config)));
  const waits = [
    ...(used.fifth
      ? [
          {
            until: addMs(used.fifth, HOUR_MS),
            reason: `${MAX_PER_HOUR} SMS went to this number in an hour`,
          },
        ]
      : []),
    ...(isTyped && used.typed
      ? [
          {
            until: addMs(used.typed, DAY_MS),
            reason: `${MAX_TYPED_PER_DAY} SMS went to this number in a day, and it never wrote`,
          },
        ]
      : []),
    ...(isDayFull(used.segments, segments, tx.config) || isShareFull
      ? [{ until: day.next, reason: 'the SMS of today are used up' }]
      : []),
  ];
  return waits.sort((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null;
}

/**
 * Plans when each SMS to many people is sent: at `first` while today's limit and the share of such SMS allow it, the
 * others at the start of the next days, in their order.
 */
export async function planOverDays(
  { em, now, config }: Pick<Ctx, 'em' | 'now' | 'config'>,
  segments: readonly number[],
  first: Date,
): Promise<{ days: number[]; times: Date[] }> {
  const { start } = toLocalDayBounds(now());
  const plannedDays = await readRows(em, { day: int, segments: int, toMany: int })(
    `select day, sum(needs)::int as segments,
       coalesce(sum(needs) filter (where priority = ?), 0)::int as "toMany"
     from (select greatest(0, (coalesce(sent_at, next_try_at) at time zone ?)::date - ?::date) as day, priority,
         coalesce(segments, (data->>'segments')::int, 1) as needs
       from outgoing_messages
       where channel = 'sms' and (sent_at >= ? or sent_at is null and state = 'waiting')) as taken
     group by 1`,
    [messagePriorities.toMany, timeZone, toLocalDay(start), start],
  );
  const used = new Map(plannedDays.map((day) => [day.day, day]));
  const readUsedOn = (day: number) => used.get(day) ?? { day, segments: 0, toMany: 0 };
  const isDone = (day: number, count: number) =>
    isDayFull(readUsedOn(day).segments, count, config) ||
    isFull(readUsedOn(day).toMany, count, readDailyShare(config));
  const days: number[] = [];
  const times = segments.map((count) => {
    let day = Math.max(0, days.length - 1);
    for (; isDone(day, count); day += 1) days[day] ??= 0;
    const before = readUsedOn(day);
    used.set(day, { day, segments: before.segments + count, toMany: before.toMany + count });
    days[day] = (days[day] ?? 0) + 1;
    return day === 0 ? first : new Date(start.getTime() + day * DAY_MS);
  });
  return { days, times };
}

type SmsLimits = Pick<Ctx['config'], 'smsDailyLimit'>;

const readDailyShare = ({ smsDailyLimit }: SmsLimits): number => smsDailyLimit * DAILY_SHARE;

const isDayFull = (used: number, segments: number, { smsDailyLimit }: SmsLimits) =>
  isFull(used, segments, smsDailyLimit);

/** The first SMS of a day is sent even if it exceeds the limit. */
const isFull = (used: number, segments: number, limit: number): boolean =>
  used > 0 && used + segments > limit;
