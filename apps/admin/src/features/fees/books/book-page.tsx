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
import { Link, useSearch } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { makeResourceWords } from '../../../api/resource-words.ts';
import { Choice, capitaliseAll } from '../../../lists/choice.tsx';
import type { Column } from '../../../lists/column.ts';
import { DayInput } from '../../../lists/day-input.tsx';
import { type FiltersProps, listScreen } from '../../../lists/declared-list.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { listQuery, previousRowsOption } from '../../../lists/list-search.ts';
import { SearchText } from '../../../lists/list-toolbar.tsx';
import { emptyCellClass, makeAmountColumn, makeTextColumn, numbersColumn } from '../fee-columns.tsx';
import { bookAddress, DEFAULT_SORT } from './book-address.ts';

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
    ...makeAmountColumn<Row>('Amount', ({ kind, amount }) => (kind === 'move' ? null : amount)),
    sort: 'amount',
    sortedBy: 'number',
  },
  makeTextColumn('Method', ({ method, operatorId }) => [feeMethodNames[method], operatorId]),
  numbersColumn,
  {
    heading: 'People',
    phone: 'line',
    isText: true,
    className: `max-md:wrap-anywhere ${emptyCellClass}`,
    cell: (row) => <People {...row} />,
  },
  makeTextColumn('Recorded By', ({ recordedBy }) => recordedBy ?? 'Payment provider'),
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

/** Shows nothing for a row without people, so that its cell is empty. */
function People({ kind, bank, parts, payerName, reason }: Row) {
  const words = [kind === 'deposit' && `to ${bank}`, payerName && `by ${payerName}`, reason]
    .filter(Boolean)
    .join(', ');
  if (parts.length === 0 && !words) return null;
  return (
    <ul className="md:inline">
      {parts.map((part) => (
        <li key={part.partId} className="md:inline md:not-last:after:content-[',_']">
          <AccountLink {...part} /> <span className="whitespace-nowrap">{formatNumber(part.amount)}</span>
        </li>
      ))}
      {words && <li className="text-muted md:inline">{words}</li>}
    </ul>
  );
}

const chargeColumns: Column<Charge>[] = [
  { heading: 'Charged', phone: 'title', cell: ({ createdAt }) => formatDateTime(createdAt) },
  { heading: 'Due', phone: 'fact', cell: ({ dueOn }) => formatDate(dueOn) },
  { heading: 'Kind', phone: 'fact', cell: ({ kind }) => capitalise(kind) },
  makeAmountColumn('Amount', ({ amount }) => amount),
  {
    heading: 'Person',
    phone: 'line',
    isText: true,
    className: `max-md:wrap-anywhere ${emptyCellClass}`,
    cell: (charge) => <AccountLink {...charge} />,
  },
  makeTextColumn('Label', ({ label }) => label),
  makeTextColumn('Reason', ({ reason }) => reason),
  makeTextColumn('Charged By', ({ recordedBy }) => recordedBy),
];

export function BookPage() {
  const { of } = useSearch({ from: '/admin/fees/book' });
  return of ? <ChargeBook /> : <MoneyBook />;
}

const MoneyBook = listScreen({
  words: { ...makeResourceWords({ one: 'row', many: 'rows' }), heading: 'Book' },
  caption: () => 'Movements of money',
  address: bookAddress,
  usualSort: DEFAULT_SORT,
  columns,
  toQuery: ({ page, size, sort = DEFAULT_SORT, of, kind, ...filter }: BookSearch) => ({
    ...listQuery({ page, size }),
    ...filter,
    sort,
    kind: bookKinds.find((name) => name === kind),
  }),
  useRows: (query) => {
    const found = admin.fees.book.useQuery(query, previousRowsOption);
    return found;
  },
  filters: (list) => <BookFilters {...list} />,
  useParts: ({ filterQuery, changeSearch, found: { data } }) => ({
    count: data && <BookCount total={`Total Rows: ${data.total}`} totals={writeTotals(data.totals)} />,
    tools: (
      <>
        <OtherBookButton
          label="Show Charges"
          onShow={() => changeSearch({ ...clearedFilters, of: 'charges' })}
        />
        <ExportButton api={admin.fees.bookTicket} input={filterQuery} />
      </>
    ),
    empty: <EmptyState title={NOTHING_FOUND} />,
  }),
});

const writeTotals = ({ in: received, out, net }: Book['totals']): string =>
  `In ${formatLocalMoney(received)} · Out ${formatLocalMoney(-out)} · Net ${formatLocalMoney(net)}`;

const ChargeBook = listScreen({
  words: { ...makeResourceWords({ one: 'charge', many: 'charges' }), heading: 'Book of Charges' },
  caption: () => 'Charges',
  address: bookAddress,
  columns: chargeColumns,
  toQuery: ({ page, size, q, kind, from, to, recordedBy }: BookSearch) => ({
    ...listQuery({ page, size }),
    q,
    from,
    to,
    recordedBy,
    kind: chargeKinds.find((name) => name === kind),
  }),
  useRows: (query) => {
    const found = admin.fees.chargeBook.useQuery(query, previousRowsOption);
    return found;
  },
  filters: (list) => <BookFilters {...list} />,
  useParts: ({ filterQuery, changeSearch, found: { data } }) => ({
    count: data && (
      <BookCount
        total={`Total Charges: ${data.total}`}
        totals={`Charged ${formatLocalMoney(data.totals.net)}`}
      />
    ),
    tools: (
      <>
        <OtherBookButton
          label="Show Money"
          onShow={() => changeSearch({ ...clearedFilters, of: undefined })}
        />
        <ExportButton api={admin.fees.chargesTicket} input={filterQuery} />
      </>
    ),
    empty: <EmptyState title={NOTHING_FOUND} />,
  }),
});

const NOTHING_FOUND = 'Nothing was recorded that these filters find.';

/** What the other book does not know leaves the address. */
const clearedFilters = { kind: undefined, sort: undefined, method: undefined, box: undefined };

const OtherBookButton = ({ label, onShow }: { label: string; onShow: () => void }) => (
  <Button variant="outline" onClick={onShow}>
    {label}
  </Button>
);

const BookCount = ({ total, totals }: { total: string; totals: string }) => (
  <>
    {total}
    <span className="block min-h-lh">{totals}</span>
  </>
);

function BookFilters({ search, onChange }: FiltersProps<BookSearch>) {
  const { q, of, from, to, by, method, recordedBy, box, kind } = search;
  const { data: all = [] } = admin.fees.cashiers.useQuery();
  const cashiers = new Set([...all, recordedBy, box].filter((one) => one !== undefined));
  return (
    <FilterBar
      className="items-end md:flex md:flex-wrap"
      chosen={[from, to, by, method, recordedBy, box, kind]}
      search={<SearchText value={q ?? ''} onChange={(text) => onChange({ q: text })} />}
    >
      <Field label="From">
        <DayInput value={from ?? ''} onChange={(day) => onChange({ from: day })} />
      </Field>
      <Field label="To">
        <DayInput value={to ?? ''} onChange={(day) => onChange({ to: day })} />
      </Field>
      {!of && (
        <>
          <Choice
            label="Days of"
            all="Recording"
            choices={[['received', 'Receipt of the money'] as const]}
            value={by}
            onChange={(value) => onChange({ by: value })}
          />
          <Choice
            label="Method"
            choices={feeMethods.map((one): [FeeMethod, string] => [one, feeMethodNames[one]])}
            value={method}
            onChange={(value) => onChange({ method: value })}
          />
          <Choice
            label="Box"
            choices={[...cashiers].map((one) => [one, one])}
            value={box}
            onChange={(value) => onChange({ box: value })}
          />
        </>
      )}
      <Choice
        label="Kind"
        choices={capitaliseAll<string>(of ? chargeKinds : bookKinds)}
        value={kind}
        onChange={(value) => onChange({ kind: value })}
      />
      <Choice
        label="Recorded By"
        choices={[...cashiers].map((one) => [one, one])}
        value={recordedBy}
        onChange={(value) => onChange({ recordedBy: value })}
      />
    </FilterBar>
  );
}
