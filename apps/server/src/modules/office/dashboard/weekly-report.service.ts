import { controlKinds, feeMethodNames, sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import { addDays, fromLocalTime } from '@institute/contract/time';
import type { Ctx } from '../../../context.ts';
import { int, readNumber, readRows, text } from '../../../sql.ts';
import { runInTransaction } from '../../../transaction.ts';
import { queueOwnerMessages, typedPasswordActivity } from '../../platform/accounts/account.service.ts';
import { getSite } from '../../platform/site/site.service.ts';
import { listDailyTakings } from '../../school/fees/books/fee-book.service.ts';
import { listControlEvents, sumControlEvents } from '../../school/fees/books/fee-control.service.ts';
import { weeklyReportMessage } from './dashboard.messages.ts';
import { findMonday } from './registration-weeks.service.ts';

type ReportCtx = Pick<Ctx, 'em' | 'now' | 'actor'>;
type ReportFact = [label: string, value: string];

/** SQL that names the actions which need the password again and are not about money, from the activity log. */
const confirmedWorkSql = `case
    when entity_type = 'certificate' and type = 'create' then 'issued certificates'
    when entity_type = 'certificate' and type = 'update' then 'withdrew or corrected certificates'
    when type = 'export' and entity_type in ('registration', 'donation', 'newsletter', 'certificate') then 'exported people'
    when type = 'purge' and user_email is not null then 'erased for good'
    when description = 'Removed the demo content' then 'removed the demo content'
    when description = ? then 'typed the password again'
  end`;

const listConfirmedWork = ({ em }: ReportCtx, days: readonly string[]) =>
  readRows(em, { by: text, work: text, count: int })(
    `select coalesce(user_email, '–') as by, work, count(*)::int as count
     from (select user_email, ${confirmedWorkSql} as work from activities where created_at >= ? and created_at < ?) as done
     where work is not null group by 1, 2 order by 1, 2`,
    [typedPasswordActivity, ...days.map((day) => fromLocalTime(`${day}T00:00`))],
  );

const countRegistrations = ({ em }: ReportCtx, days: readonly string[]): Promise<number> =>
  readNumber(em, 'count')(
    'select count(*)::int as count from registrations where deleted_at is null and created_at >= ? and created_at < ?',
    days.map((day) => fromLocalTime(`${day}T00:00`)),
  );

/** The report covers the days from `from` until the day before `until`. */
async function listReportFacts(
  ctx: ReportCtx,
  { from, until }: { from: string; until: string },
): Promise<ReportFact[]> {
  const takingsOfWeek = (await listDailyTakings(ctx, { from, to: addDays(until, -1) })).items;
  const sumTakings = (items: typeof takingsOfWeek) => formatLocalMoney(sumAmounts(items));
  const controlLines = sumControlEvents(await listControlEvents(ctx, { from, until })).map(
    ({ by, kind, count, amount }): [string, string] => [
      by ?? 'A program',
      `${count} × ${controlKinds[kind].toLowerCase()}, ${formatLocalMoney(amount)}`,
    ],
  );
  const confirmedWorkLines = (await listConfirmedWork(ctx, [from, until])).map(
    ({ by, work, count }): [string, string] => [by, `${count} × ${work}`],
  );
  const linesByPerson = Map.groupBy([...controlLines, ...confirmedWorkLines], ([by]) => by);
  return [
    ['Registrations', String(await countRegistrations(ctx, [from, until]))],
    ['Takings', sumTakings(takingsOfWeek)],
    ...[...Map.groupBy(takingsOfWeek, ({ method }) => method)].map(
      ([method, items]): ReportFact => [feeMethodNames[method], sumTakings(items)],
    ),
    ...[...linesByPerson].map(([by, lines]): ReportFact => [by, lines.map(([, line]) => line).join('; ')]),
  ];
}

/**
 * The job runs on Mondays. A second run on the same Monday sends nothing. A missed Monday is reported after the next
 * start.
 */
export function reportWeek(ctx: Ctx): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await tx.em.execute(`select pg_advisory_xact_lock(hashtextextended('report of the week', 0))`);
    if (!(await getSite(tx)).view.messages.weekly) return;
    const endMonday = findMonday(tx.now(), 0);
    const earlierReports = await readRows(tx.em, {})(
      `select from outgoing_messages where kind = ? and data->>'until' = ?`,
      [weeklyReportMessage.kind, endMonday],
    );
    if (earlierReports.length > 0) return;
    const startMonday = addDays(endMonday, -7);
    const reportData = {
      from: startMonday,
      until: endMonday,
      facts: await listReportFacts(tx, { from: startMonday, until: endMonday }),
    };
    await queueOwnerMessages(tx, (recipient) => weeklyReportMessage.email({ recipient, data: reportData }));
  });
}
