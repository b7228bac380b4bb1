import { sumAmounts } from '@institute/contract/fees.constants';
import { formatSeatsLeft } from '@institute/contract/intakes.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { countPeople } from '../../ui/count-items.ts';
import { Panel, PanelRow } from '../../ui/panel.tsx';

const overdueFilter = { state: 'overdue' } as const;

export function MoneyReceivedToday() {
  const today = toLocalDay(new Date());
  const { data: takings } = admin.fees.takings.useQuery({ from: today, to: today });
  const overdueAccountsQuery = admin.fees.list.useQuery({
    ...overdueFilter,
    sort: '-overdue',
    limit: 2,
    offset: 0,
  });
  const { total = 0, totals } = overdueAccountsQuery.data ?? {};
  const receivedTodayText = takings && formatLocalMoney(sumAmounts(takings.items));
  return (
    <Panel
      title="Money today"
      all={{
        to: '/admin/fees/takings',
        label: receivedTodayText ? `${receivedTodayText} received` : 'Takings',
      }}
      query={overdueAccountsQuery}
      rows={overdueAccountsQuery.data?.items}
      failed="The overdue accounts could not be loaded"
      empty="Nobody is overdue."
      row={(account) => (
        <PanelRow
          key={account.registrationId}
          text={account.name}
          hint={account.program}
          fact={formatLocalMoney(account.overdue)}
          to="/admin/fees"
          search={{ ...overdueFilter, q: account.reference }}
        />
      )}
    >
      {totals && total > 0 && (
        <ul className="border-t border-line">
          <PanelRow
            text={`${countPeople(total)} overdue`}
            fact={formatLocalMoney(totals.overdue)}
            to="/admin/fees"
            search={overdueFilter}
          />
        </ul>
      )}
    </Panel>
  );
}

export function NextIntakeStarts() {
  const nextStartsQuery = admin.stats.nextStarts.useQuery();
  return (
    <Panel
      title="Next starts"
      all={{ to: '/admin/intakes', label: 'Intakes' }}
      query={nextStartsQuery}
      rows={nextStartsQuery.data}
      failed="The next starts could not be loaded"
      empty="No intake starts from today on."
      row={({ id, program, startsOn, seatsLeft }) => (
        <PanelRow
          key={id}
          text={formatDate(startsOn)}
          hint={program}
          fact={formatSeatsLeft(seatsLeft)}
          to="/admin/registrations"
          search={{ intake: id }}
        />
      )}
    />
  );
}

export function UnreadMessages() {
  const unreadMessagesQuery = admin.contact.list.useQuery({ category: 'unread', limit: 4, offset: 0 });
  const total = unreadMessagesQuery.data?.total ?? 0;
  return (
    <Panel
      title="Messages"
      all={{
        to: '/admin/messages',
        search: total > 0 ? { category: 'unread' } : {},
        label: total > 0 ? `${formatNumber(total)} unread` : 'All',
      }}
      query={unreadMessagesQuery}
      rows={unreadMessagesQuery.data?.items}
      failed="The messages could not be loaded"
      empty="Every message is read."
      row={({ id, name, subject, createdAt }) => (
        <PanelRow
          key={id}
          text={name}
          hint={subject}
          fact={formatDate(createdAt)}
          to="/admin/messages"
          search={{ open: id }}
        />
      )}
    />
  );
}
