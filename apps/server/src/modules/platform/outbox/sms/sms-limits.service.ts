import { parseInternationalPhone } from '@institute/contract/international-phone';
import { timeZone, toLocalDay, toLocalDayBounds } from '@institute/contract/time';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { messagePriorities } from '../../../../messaging/message-kind.ts';
import { int, readRows, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { makeWaitReason, OutgoingMessageEntity } from '../outgoing-message.entity.ts';
import { type DueMessage, postponeMessage, refuseMessage } from '../sending.service.ts';
import { findStoppedNumbers, readSmsNumber } from './sms-number.service.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const MAX_SMS_PER_HOUR = 5;
/** Limit for a number that anybody can type into a form. A parent may register three children. */
const MAX_TYPED_SMS_PER_DAY = 3;
/** Share of the daily segments for messages to many people. SMS that visitors cause have an equal share. */
const DAILY_SMS_SHARE = 0.5;

export const isNumberInCountries = (number: string, { smsCountries }: Pick<Ctx['config'], 'smsCountries'>) =>
  smsCountries.includes(parseInternationalPhone(number)?.country ?? '');

/**
 * Returns true when a claimed SMS may be sent now, and counts its segments. Otherwise the SMS waits for its number's
 * limit or the next day, or is refused permanently.
 */
export function reserveSms(
  ctx: Pick<Ctx, 'em' | 'now' | 'config' | 'messageKinds'>,
  message: DueMessage,
  segments: number,
): Promise<boolean> {
  return runInTransaction(ctx, async (tx) => {
    const smsRefusal = await findSmsRefusal(tx, message);
    if (smsRefusal) return refuseQueuedSms(tx, message, smsRefusal);
    // The lock keeps two processes from both using the rest of a limit
    await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('limits of sms', 0))`);
    const limitWait = await findLimitWait(tx, message, segments);
    if (!limitWait) {
      await tx.em.nativeUpdate(OutgoingMessageEntity, { id: message.id, state: 'waiting' }, { segments });
      return true;
    }
    // SMS that visitors cause are refused instead of postponed, so that they use none of the next day's limit
    if (isCausedByVisitor(message) && limitWait.until >= toLocalDayBounds(tx.now()).next)
      return refuseQueuedSms(tx, message, 'limit');
    await postponeMessage(tx, message, limitWait.until, makeWaitReason(limitWait.reason));
    return false;
  });
}

const isCausedByVisitor = ({ priority }: DueMessage) => priority === messagePriorities.byVisitors;

async function refuseQueuedSms(tx: SmsTxCtx, message: DueMessage, reason: SmsRefusal | 'limit') {
  await refuseMessage(tx, message, `Not sent: ${reason}`);
  return false;
}

/** Counts the SMS to these numbers that would not be refused permanently. */
export async function countSendableSms(ctx: Pick<Ctx, 'em' | 'config'>, numbers: readonly string[]) {
  const stoppedNumbers = await findStoppedNumbers(ctx, numbers);
  return numbers.filter((number) => isNumberInCountries(number, ctx.config) && !stoppedNumbers.has(number))
    .length;
}

async function findSmsRefusal(tx: SmsTxCtx, { kind, recipient }: DueMessage): Promise<SmsRefusal | null> {
  const refusal = await findNumberRefusal(tx, recipient ?? '');
  // Answers are sent even to a number that sent STOP: the confirmation of STOP, and a status that the person asked
  // for
  return refusal === 'STOP' && isAnswerKind(tx, kind) ? null : refusal;
}

type SmsRefusal = 'country' | 'STOP';

/** Returns null when the number may get SMS. */
export async function findNumberRefusal(ctx: Pick<Ctx, 'em' | 'config'>, number: string) {
  if (!isNumberInCountries(number, ctx.config)) return 'country';
  return (await readSmsNumber(ctx, number)).isStopped ? 'STOP' : null;
}

export const isAnswerKind = ({ messageKinds }: Pick<Ctx, 'messageKinds'>, kind: string): boolean =>
  messageKinds.some((known) => known.kind === kind && known.isAnswer);

type SmsTxCtx = Pick<TxCtx, 'em' | 'now' | 'config' | 'messageKinds'>;

const usedLimitColumns = {
  fifth: textOrNull,
  typed: textOrNull,
  segments: int,
  /** Segments of SMS with the same priority. */
  alike: int,
};

/** Finds the longest wait that a limit demands for the SMS. Null when it may be sent now. */
async function findLimitWait(tx: SmsTxCtx, message: DueMessage, segments: number) {
  const now = tx.now();
  const { id, kind, recipient } = message;
  const typedKinds = tx.messageKinds.filter(({ limit }) => limit === 'typed').map((known) => known.kind);
  const subtractFromNow = (ms: number) => new Date(now.getTime() - ms);
  const dayBounds = toLocalDayBounds(now);
  // An SMS that another process is sending counts like a sent one
  const [used] = await readRows(tx.em, usedLimitColumns)(
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
      subtractFromNow(DAY_MS),
      now,
      recipient,
      subtractFromNow(HOUR_MS),
      MAX_SMS_PER_HOUR - 1,
      recipient,
      `{${typedKinds}}`,
      MAX_TYPED_SMS_PER_DAY - 1,
      dayBounds.start,
      dayBounds.start,
      message.priority,
    ],
  );
  if (!used) throw new Error('The limits cannot be read');
  const addMsToTime = (at: string | Date, ms: number) => new Date(new Date(at).getTime() + ms);
  const isTypedNumber = typedKinds.includes(kind) && !(await readSmsNumber(tx, recipient ?? '')).hasWritten;
  const isDailyShareFull =
    (isCausedByVisitor(message) && used.alike + segments > readDailyShare(tx.config)) ||
    (message.priority === messagePriorities.toMany &&
      isSmsLimitFull(used.alike, segments, readDailyShare(tx.config)));
  const limitWaits = [
    ...(used.fifth
      ? [
          {
            until: addMsToTime(used.fifth, HOUR_MS),
            reason: `${MAX_SMS_PER_HOUR} SMS went to this number in an hour`,
          },
        ]
      : []),
    ...(isTypedNumber && used.typed
      ? [
          {
            until: addMsToTime(used.typed, DAY_MS),
            reason: `${MAX_TYPED_SMS_PER_DAY} SMS went to this number in a day, and it never wrote`,
          },
        ]
      : []),
    ...(isDailyLimitFull(used.segments, segments, tx.config) || isDailyShareFull
      ? [{ until: dayBounds.next, reason: 'the SMS of today are used up' }]
      : []),
  ];
  return limitWaits.sort((one, other) => other.until.getTime() - one.until.getTime())[0] ?? null;
}

/**
 * Plans when each SMS to many people is sent: at `first` while today's limit and the share of such SMS allow it, the
 * others at the start of the next days, in their order.
 */
export async function planSmsOverDays(
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
  const usedByDay = new Map(plannedDays.map((day) => [day.day, day]));
  const readUsedOnDay = (day: number) => usedByDay.get(day) ?? { day, segments: 0, toMany: 0 };
  const hasNoRoomOnDay = (day: number, count: number) =>
    isDailyLimitFull(readUsedOnDay(day).segments, count, config) ||
    isSmsLimitFull(readUsedOnDay(day).toMany, count, readDailyShare(config));
  const countsByDay: number[] = [];
  const sendTimes = segments.map((count) => {
    let plannedDay = Math.max(0, countsByDay.length - 1);
    for (; hasNoRoomOnDay(plannedDay, count); plannedDay += 1) countsByDay[plannedDay] ??= 0;
    const usedBefore = readUsedOnDay(plannedDay);
    usedByDay.set(plannedDay, {
      day: plannedDay,
      segments: usedBefore.segments + count,
      toMany: usedBefore.toMany + count,
    });
    countsByDay[plannedDay] = (countsByDay[plannedDay] ?? 0) + 1;
    return plannedDay === 0 ? first : new Date(start.getTime() + plannedDay * DAY_MS);
  });
  return { days: countsByDay, times: sendTimes };
}

type SmsLimits = Pick<Ctx['config'], 'smsDailyLimit'>;

const readDailyShare = ({ smsDailyLimit }: SmsLimits): number => smsDailyLimit * DAILY_SMS_SHARE;

const isDailyLimitFull = (used: number, segments: number, { smsDailyLimit }: SmsLimits) =>
  isSmsLimitFull(used, segments, smsDailyLimit);

/** The first SMS of a day is sent even if it exceeds the limit. */
const isSmsLimitFull = (used: number, segments: number, limit: number): boolean =>
  used > 0 && used + segments > limit;
