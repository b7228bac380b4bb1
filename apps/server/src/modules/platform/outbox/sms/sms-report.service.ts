import * as z from 'zod';
import type { Ctx, TxCtx } from '../../../../context.ts';
import { notifyActivityListeners } from '../../../../database/changes.ts';
import type { SmsReport } from '../../../../messaging/sms/transport.ts';
import { int, readRows, text, textOrNull } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { SmsReportEntity } from './sms-report.entity.ts';

const REPORTS_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

export interface MessageReport extends SmsReport {
  providerId: string;
}

/** Reports come in any order: a later state in this list is never replaced by an earlier one. */
const stateOrderSql = `array['sent', 'failed', 'delivered']`;
const stateRankSql = (state: string) => `array_position(${stateOrderSql}, ${state})`;

/** Stores a gateway's report. A report that arrives before its message is marked as sent is kept until then. */
export const receiveSmsReport = (ctx: Pick<Ctx, 'em' | 'now'>, report: MessageReport): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await lockReportsOfMessage(tx, report.providerId);
    if (await applyReport(tx, report, tx.now())) return;
    await tx.em.execute(
      `insert into sms_reports as known (provider_id, state, reason, at) values (?, ?, ?, ?)
       on conflict (provider_id) do update set state = excluded.state, reason = excluded.reason, at = excluded.at
       where ${stateRankSql('excluded.state')} > ${stateRankSql('known.state')}`,
      [report.providerId, report.state, report.reason, tx.now()],
    );
  });

/** Call it in the transaction that stores the `providerId` of a message. */
export async function applyEarlyReport(tx: Pick<TxCtx, 'em' | 'now'>, providerId: string | null) {
  if (providerId === null) return;
  await lockReportsOfMessage(tx, providerId);
  const [early] = await readRows(tx.em, reportColumns)(
    'delete from sms_reports where provider_id = ? returning state, reason, at',
    [providerId],
  );
  if (early) await applyReport(tx, { ...early, providerId }, new Date(early.at));
}

const reportColumns = { state: z.enum(['sent', 'delivered', 'failed']), reason: textOrNull, at: text };

/**
 * Without this lock, a report could miss a message whose transaction has not ended yet, and would never be applied.
 */
const lockReportsOfMessage = ({ em }: Pick<TxCtx, 'em'>, providerId: string) =>
  em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`sms report ${providerId}`]);

/** Applies a report to its message. Returns false when no message has this id. */
async function applyReport(
  tx: Pick<TxCtx, 'em' | 'now'>,
  { providerId, state, reason }: MessageReport,
  at: Date,
): Promise<boolean> {
  const knownMessages = await readRows(tx.em, { id: int })(
    `select id from outgoing_messages where provider_id = ? for update`,
    [providerId],
  );
  if (knownMessages.length === 0) return false;
  const changedMessages = await readRows(tx.em, { id: int })(
    `update outgoing_messages set state = ?, last_error = ?, delivered_at = ?
     where provider_id = ? and ${stateRankSql('state')} < ${stateRankSql('?::text')} returning id`,
    [state, reason, state === 'delivered' ? at : null, providerId, state],
  );
  // The dashboard shows failed messages
  if (changedMessages.length > 0 && state === 'failed') await notifyActivityListeners(tx);
  return true;
}

export async function purgeSmsReports({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await em.nativeDelete(SmsReportEntity, { at: { $lte: new Date(now().getTime() - REPORTS_KEPT_MS) } });
}
