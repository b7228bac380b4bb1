import {
  bookKinds,
  chargeKinds,
  type FeeMethod,
  feeMethodNames,
  feeMethods,
} from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Field } from '@institute/ui/field.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type * as z from 'zod/mini';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { resourceWords } from '../../../api/resource-words.ts';
import { Choice, capitaliseAll } from '../../../lists/choice.tsx';
import type { Column } from '../../../lists/column.ts';
import { DayInput } from '../../../lists/day-input.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { ListScreen } from '../../../lists/list-screen.tsx';
import { listQuery, useListSearch } from '../../../lists/list-search.ts';
import { SearchText } from '../../../lists/list-toolbar.tsx';
import { RowTable } from '../../../lists/row-table.tsx';
import { amountColumn, dashIfEmpty, numbersColumn, textColumn } from '../fee-columns.tsx';
import { type bookAddress, DEFAULT_SORT } from './book-address.ts';

type Book = AdminAnswers['fees']['book'];
type Row = Book['items'][number];
type Charge = AdminAnswers['fees']['chargeBook']['items'][number];
type BookSearch = z.infer<typeof bookAddress>;

const columns: Column<Row>[] = [
  {
    heading: 'Recorded',
    sort: 'recordedAt',
    sortedBy: 'day',
    phone: 'title',
    cell: ({ recordedAt }) => formatDateTime(recordedAt),
  },
  {
    heading: 'Received',
    sort: 'receivedOn',
    sortedBy: 'day',
    phone: 'fact',
    cell: ({ receivedOn, isBackdated }) => (
      <>
        {formatDate(receivedOn)} {isBackdated && <Badge>Backdated</Badge>}
      </>
    ),
  },
  {
    heading: 'Kind',
    phone: 'fact',
    cell: ({ kind, counteredBy }) => (
      <>
        {capitalise(kind)} {counteredBy !== null && <Badge>Cancelled</Badge>}
      </>
    ),
  },
  {
    ...amountColumn<Row>('Amount', ({ kind, amount }) => (kind === 'move' ? null : amount)),
    sort: 'amount',
    sortedBy: 'number',
  },
  textColumn('Method', ({ method, operatorId }) => [feeMethodNames[method], operatorId]),
  numbersColumn,
  {
    heading: 'People',
    phone: 'line',
    className: `wrap-anywhere md:min-w-40 ${dashIfEmpty}`,
    cell: (row) => <People {...row} />,
  },
  textColumn('Recorded By', ({ recordedBy }) => recordedBy ?? 'Payment provider'),
];

type Holder = Pick<Charge, 'registrationId' | 'reference' | 'name'>;

/** Leads to the account. A deleted person has none. */
const AccountLink = ({ registrationId, reference, name }: Holder) =>
  reference === null ? (
    name
  ) : (
    <Link
      to="/admin/registrations"
      search={{ open: registrationId }}
      className="inline-flex min-h-11 items-center underline"
    >
      {name}
    </Link>
  );

/** Nothing for a row of nobody, so that its cell is empty. */
function People({ kind, bank, parts, payerName, reason }: Row) {
  const words = [kind === 'deposit' && `to ${bank}`, payerName && `by ${payerName}`, reason]
    .filter(Boolean)
    .join(', ');
  if (parts.length === 0 && !words) return null;
  return (
    <ul>
      {parts.map((part) => (
        <li key={part.partId}>
          <AccountLink {...part} /> <span className="whitespace-nowrap">{formatNumber(part.amount)}</span>
        </li>
      ))}
      {words && <li className="text-muted">{words}</li>}
    </ul>
  );
}

const chargeColumns: Column<Charge>[] = [
  { heading: 'Charged', phone: 'title', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { heading: 'Due', phone: 'fact', cell: ({ dueOn }) => formatDate(dueOn) },
  { heading: 'Kind', phone: 'fact', cell: ({ kind }) => capitalise(kind) },
  amountColumn('Amount', ({ amount }) => amount),
  {
    heading: 'Person',
    phone: 'line',
    className: `wrap-anywhere md:min-w-24 ${dashIfEmpty}`,
    cell: (charge) => <AccountLink {...charge} />,
  },
  textColumn('Label', ({ label }) => label),
  textColumn('Reason', ({ reason }) => reason),
  textColumn('Charged By', ({ recordedBy }) => recordedBy),
];

export function BookPage() {
  const list = useListSearch(useSearch({ from: '/admin/fees/book' }));
  return list.search.of ? <ChargeBook {...list} /> : <MoneyBook {...list} />;
}

type BookProps = ReturnType<typeof useListSearch<BookSearch>>;

function MoneyBook(list: BookProps) {
  const { page, size, sort = DEFAULT_SORT, q, of: _, kind, ...days } = list.search;
  const filter = { ...days, q, kind: bookKinds.find((name) => name === kind) };
  const query = { ...filter, ...listQuery({ page, size }), sort };
  const found = admin.fees.book.useQuery(query, { placeholderData: keepPreviousData });
  return (
    <BookScreen
      list={list}
      found={found}
      totals={found.data && writeTotals(found.data.totals)}
      download={<ExportButton api={admin.fees.bookTicket} input={filter} />}
      kinds={bookKinds}
      caption="Movements of money"
      columns={columns}
      sorting={{ by: sort, onSort: (next) => list.changeSearch({ sort: next }) }}
    />
  );
}

const writeTotals = ({ in: received, out, net }: Book['totals']): string =>
  `In ${formatLocalMoney(received)} · Out ${formatLocalMoney(-out)} · Net ${formatLocalMoney(net)}`;

function ChargeBook(list: BookProps) {
  const { page, size, q, kind, from, to, recordedBy } = list.search;
  const filter = { from, to, recordedBy, q, kind: chargeKinds.find((name) => name === kind) };
  const query = { ...filter, ...listQuery({ page, size }) };
  const found = admin.fees.chargeBook.useQuery(query, { placeholderData: keepPreviousData });
  return (
    <BookScreen
      list={list}
      found={found}
      totals={found.data && `Charged ${formatLocalMoney(found.data.totals.net)}`}
      download={<ExportButton api={admin.fees.chargesTicket} input={filter} />}
      kinds={chargeKinds}
      caption="Charges"
      columns={chargeColumns}
    />
  );
}

type BookRow = { id: number };
type BookScreenProps<One extends BookRow> = Pick<
  ComponentProps<typeof RowTable<One>>,
  'caption' | 'columns' | 'sorting'
> &
  Pick<ComponentProps<typeof ListScreen<One>>, 'found'> & {
    list: BookProps;
    totals: string | undefined;
    download: ReactNode;
    kinds: readonly string[];
  };

function BookScreen<One extends BookRow>({
  list,
  found,
  totals,
  download,
  kinds,
  ...table
}: BookScreenProps<One>) {
  const { search, changeSearch, paging } = list;
  const { q, of, from, to, by, method, recordedBy, box, kind } = search;
  const { data: all = [] } = admin.fees.cashiers.useQuery();
  const cashiers = new Set([...all, recordedBy, box].filter((one) => one !== undefined));
  const words = resourceWords(of ? { one: 'charge', many: 'charges' } : { one: 'row', many: 'rows' });
  const showOther = () =>
    changeSearch({
      of: of ? undefined : 'charges',
      kind: undefined,
      sort: undefined,
      method: undefined,
      box: undefined,
    });
  return (
    <ListScreen
      heading={of ? 'Book of Charges' : 'Book'}
      many={words.many}
      count={
        found.data && (
          <>
            {words.total(found.data.total)}
            <span className="block min-h-lh">{totals}</span>
          </>
        )
      }
      found={found}
      tools={
        <>
          <Button variant="outline" onClick={showOther}>
            {of ? 'Show Money' : 'Show Charges'}
          </Button>
          {download}
        </>
      }
      filters={
        <FilterBar
          className="items-end md:flex md:flex-wrap"
          chosen={[from, to, by, method, recordedBy, box, kind]}
          search={<SearchText value={q ?? ''} onChange={(text) => changeSearch({ q: text })} />}
        >
          <Field label="From">
            <DayInput value={from ?? ''} onChange={(day) => changeSearch({ from: day })} />
          </Field>
          <Field label="To">
            <DayInput value={to ?? ''} onChange={(day) => changeSearch({ to: day })} />
          </Field>
          {!of && (
            <>
              <Choice
                label="Days of"
                all="Recording"
                choices={[['received', 'Receipt of the money'] as const]}
                value={by}
                onChange={(value) => changeSearch({ by: value })}
              />
              <Choice
                label="Method"
                choices={feeMethods.map((one): [FeeMethod, string] => [one, feeMethodNames[one]])}
                value={method}
                onChange={(value) => changeSearch({ method: value })}
              />
              <Choice
                label="Box"
                choices={[...cashiers].map((one) => [one, one])}
                value={box}
                onChange={(value) => changeSearch({ box: value })}
              />
            </>
          )}
          <Choice
            label="Kind"
            choices={capitaliseAll(kinds)}
            value={kind}
            onChange={(value) => changeSearch({ kind: value })}
          />
          <Choice
            label="Recorded By"
            choices={[...cashiers].map((one) => [one, one])}
            value={recordedBy}
            onChange={(value) => changeSearch({ recordedBy: value })}
          />
        </FilterBar>
      }
      rows={(rows) => <RowTable {...table} {...rows} />}
      empty={<EmptyState title="Nothing was recorded that these filters find." />}
      paging={paging}
    />
  );
}
