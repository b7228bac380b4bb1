import { sumAmounts } from '@institute/contract/fees.constants';
import { formatPlaces } from '@institute/contract/intakes.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { admin } from '../../api/admin.ts';
import { countPeople } from '../../ui/count-items.ts';
import { Panel, PanelRow } from '../../ui/panel.tsx';

const overdue = { state: 'overdue' } as const;

export function MoneyToday() {
  const today = toLocalDay(new Date());
  const { data: takings } = admin.fees.takings.useQuery({ from: today, to: today });
  const accounts = admin.fees.list.useQuery({ ...overdue, sort: '-overdue', limit: 2, offset: 0 });
  const { total = 0, totals } = accounts.data ?? {};
  const received = takings && formatLocalMoney(sumAmounts(takings.items));
  return (
    <Panel
      title="Money today"
      all={{ to: '/admin/fees/takings', label: received ? `${received} received` : 'Takings' }}
      query={accounts}
      rows={accounts.data?.items}
      failed="The overdue accounts could not be loaded"
      empty="Nobody is overdue."
      row={(account) => (
        <PanelRow
          key={account.registrationId}
          text={account.name}
          hint={account.program}
          fact={formatLocalMoney(account.overdue)}
          to="/admin/fees"
          search={{ ...overdue, q: account.reference }}
        />
      )}
    >
      {totals && total > 0 && (
        <ul className="border-t border-line">
          <PanelRow
            text={`${countPeople(total)} overdue`}
            fact={formatLocalMoney(totals.overdue)}
            to="/admin/fees"
            search={overdue}
          />
        </ul>
      )}
    </Panel>
  );
}

export function NextStarts() {
  const starts = admin.stats.nextStarts.useQuery();
  return (
    <Panel
      title="Next starts"
      all={{ to: '/admin/intakes', label: 'Intakes' }}
      query={starts}
      rows={starts.data}
      failed="The next starts could not be loaded"
      empty="No intake starts from today on."
      row={({ id, program, startsOn, seatsLeft }) => (
        <PanelRow
          key={id}
          text={formatDate(startsOn)}
          hint={program}
          fact={formatPlaces(seatsLeft)}
          to="/admin/registrations"
          search={{ intake: id }}
        />
      )}
    />
  );
}

export function UnreadMessages() {
  const messages = admin.contact.list.useQuery({ category: 'unread', limit: 4, offset: 0 });
  const total = messages.data?.total ?? 0;
  return (
    <Panel
      title="Messages"
      all={{
        to: '/admin/messages',
        search: total > 0 ? { category: 'unread' } : {},
        label: total > 0 ? `${formatNumber(total)} unread` : 'All',
      }}
      query={messages}
      rows={messages.data?.items}
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
