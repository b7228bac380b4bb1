import type { Ctx } from '../../../../context.ts';
import { int, readRows } from '../../../../sql.ts';
import { runInTransaction } from '../../../../transaction.ts';
import { queueEmail } from '../outbox.service.ts';
import { officeSummaryMessage } from './office-mail.messages.ts';

/** Above this number the office gets one summary an hour instead of an email for each. */
const MAX_UNSEEN_ITEMS = 30;

/** SQL of new registrations that no account has opened or changed. */
const unseenRegistrationsSql = `select created_at from registrations
  where deleted_at is null and status = 'new' and not exists (
    select from activities where entity_type = 'registration' and entity_id = registrations.id
      and type in ('view', 'update') and account_id is not null)`;

const unreadMessagesSql =
  'select created_at from messages where deleted_at is null and not is_spam and read_at is null';

/** SQL condition: so few items are unseen that the office gets an email for each new one. */
export const officeUnderLimitSql: string = `(select count(*) from (
    (${unseenRegistrationsSql} limit ${MAX_UNSEEN_ITEMS}) union all (${unreadMessagesSql} limit ${MAX_UNSEEN_ITEMS})
  ) as unseen) < ${MAX_UNSEEN_ITEMS}`;

/** Runs every hour. Counts what came unseen since the last summary. */
export function queueOfficeSummary(ctx: Ctx): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const [unseen] = await readRows(tx.em, { all: int, since: int })(
      `with last as (select max(created_at) as at from outgoing_messages where kind = ?)
       select count(*)::int as "all", count(*) filter (where at is null or created_at > at)::int as since
       from (${unseenRegistrationsSql} union all ${unreadMessagesSql}) as unseen, last`,
      [officeSummaryMessage.kind],
    );
    const summaryItemCount = unseen ? Math.min(unseen.since, unseen.all - MAX_UNSEEN_ITEMS) : 0;
    if (summaryItemCount > 0)
      await queueEmail(
        tx,
        officeSummaryMessage.email({ recipient: null, data: { count: summaryItemCount } }),
      );
  });
}
