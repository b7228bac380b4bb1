import { timeZone } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { BALANCE_USED_UP_MESSAGE } from '../../../messaging/sms/transport.ts';
import { bool, int, readRows } from '../../../sql.ts';
import { hasFailedSql, OutgoingMessageEntity } from './outgoing-message.entity.ts';

const SILENT_GATEWAY_MS = 10 * 60 * 1000;
/** Fewer failures than this share of the day's SMS are usual: phones are off, numbers are mistyped. */
const USUAL_FAILURE_SHARE = 0.1;

const smsCountColumns = {
  isFailing: bool,
  isAnswering: bool,
  isBalanceUsedUp: bool,
  beyondLimit: int,
  failed: int,
  all: int,
};

/** "Today" is the day in Kampala. An SMS that our own rules refused says nothing about the gateway. */
export async function readSmsAttention({ em, now }: Pick<Ctx, 'em' | 'now'>) {
  const silenceCutoff = new Date(now().getTime() - SILENT_GATEWAY_MS);
  const [counts] = await readRows(em, smsCountColumns)(
    `with day as (select date_trunc('day', ?::timestamptz, ?) as start),
       sms as (select * from outgoing_messages where channel = 'sms' and coalesce(last_error, '') not like 'Not sent:%'),
       today as (select sms.* from sms, day where coalesce(sent_at, created_at) >= start)
     select
       exists (select from sms where state = 'waiting' and ${hasFailedSql} and last_error <> ? and created_at <= ?) as "isFailing",
       exists (select from sms where state = 'waiting' and last_error = ?) as "isBalanceUsedUp",
       exists (select from sms where sent_at > ?) as "isAnswering",
       (select count(*)::int from sms, day
        where state = 'waiting' and next_try_at = start + interval '1 day') as "beyondLimit",
       (select count(*)::int from today where state in ('failed', 'parked')) as failed,
       (select count(*)::int from today where state in ('failed', 'parked', 'sent', 'delivered')) as "all"`,
    [now(), timeZone, BALANCE_USED_UP_MESSAGE, silenceCutoff, BALANCE_USED_UP_MESSAGE, silenceCutoff],
  );
  if (!counts) throw new Error('The counts are missing');
  const { isFailing, isAnswering, isBalanceUsedUp, beyondLimit, failed, all } = counts;
  return {
    isGatewaySilent: isFailing && !isAnswering,
    /** True when SMS wait until somebody pays into the gateway's account. */
    isBalanceUsedUp,
    /** SMS that wait for the next day because of the daily limit. */
    beyondLimit,
    failing: failed > all * USUAL_FAILURE_SHARE ? { failed, all } : null,
  };
}

export const countParkedMessages = ({ em }: Pick<Ctx, 'em'>): Promise<number> =>
  em.count(OutgoingMessageEntity, { state: 'parked' });
