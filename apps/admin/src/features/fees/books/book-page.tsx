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
import { Link, useSearch } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import type * as z from 'zod/mini';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { makeResourceWords } from '../../../api/resource-words.ts';
import { makeCapitalisedChoices } from '../../../lists/choice.tsx';
import { type Column, emptyCellClass } from '../../../lists/column.ts';
import { type FiltersProps, makeListScreen } from '../../../lists/declared-list.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { makeChoiceFilter, makeDayFilter } from '../../../lists/filter.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { keepPreviousRowsOption, makeListQuery } from '../../../lists/list-search.ts';
import { SearchText } from '../../../lists/list-toolbar.tsx';
import { makeAmountColumn, makeTextColumn, paperNumbersColumn } from '../fee-columns.tsx';
import { bookAddress, DEFAULT_SORT } from './book-address.ts';

type MoneyBookPage = AdminAnswers['fees']['book'];
type MoneyBookRow = MoneyBookPage['items'][number];
type Charge = AdminAnswers['fees']['chargeBook']['items'][number];
type BookSearch = z.infer<typeof bookAddress>;

const columns: Column<MoneyBookRow>[] = [
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
    ...makeAmountColumn<MoneyBookRow>('Amount', ({ kind, amount }) => (kind === 'move' ? null : amount)),
    sort: 'amount',
    sortedBy: 'number',
  },
  makeTextColumn('Method', ({ method, operatorId }) => [feeMethodNames[method], operatorId]),
  paperNumbersColumn,
  {
    heading: 'People',
    phone: 'line',
    isText: true,
    className: `max-md:wrap-anywhere ${emptyCellClass}`,
    cell: (row) => <PeopleOfMovement {...row} />,
  },
  makeTextColumn('Recorded By', ({ recordedBy }) => recordedBy ?? 'Payment provider'),
];

type AccountHolder = Pick<Charge, 'registrationId' | 'reference' | 'name'>;

/** Leads to the account. A deleted person has none. */
function AccountLink({ registrationId, reference, name }: AccountHolder) {
  const holderName = <span className="md:min-w-0 md:truncate">{name}</span>;
  if (reference === null) return holderName;
  return (
    <Link
      to="/admin/registrations"
      search={{ open: registrationId }}
      className="inline-flex min-h-11 items-center underline md:min-w-0"
    >
      {holderName}
    </Link>
  );
}

/** Shows nothing for a row without people, so that its cell is empty. */
function PeopleOfMovement({ kind, bank, parts, payerName, reason }: MoneyBookRow) {
  const detailTexts = [kind === 'deposit' && `to ${bank}`, payerName && `by ${payerName}`, reason]
    .filter(Boolean)
    .join(', ');
  if (parts.length === 0 && !detailTexts) return null;
  return (
    <ul className="md:flex md:h-11 md:items-center md:gap-x-2 md:truncate">
      {parts.map((part) => (
        <li key={part.partId} className="md:flex md:min-w-0 md:items-center md:gap-1">
          <AccountLink {...part} /> <span className="whitespace-nowrap">{formatNumber(part.amount)}</span>
        </li>
      ))}
      {detailTexts && <li className="text-muted md:min-w-0 md:truncate">{detailTexts}</li>}
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

const NOTHING_FOUND_MESSAGE = 'Nothing was recorded that these filters find.';

export function BookPage() {
  const { of } = useSearch({ from: '/admin/fees/book' });
  return of ? <ChargeBook /> : <MoneyBook />;
}

const MoneyBook = makeListScreen({
  words: {
    ...makeResourceWords({
      one: 'row',
      many: 'rows',
      source: 'Each payment, refund and correction stands here.',
    }),
    heading: 'Book',
    empty: NOTHING_FOUND_MESSAGE,
  },
  icon: BookOpen,
  caption: () => 'Movements of money',
  address: bookAddress,
  usualSort: DEFAULT_SORT,
  columns,
  toQuery: ({ page, size, sort = DEFAULT_SORT, of, kind, ...filter }: BookSearch) => ({
    ...makeListQuery({ page, size }),
    ...filter,
    sort,
    kind: bookKinds.find((name) => name === kind),
  }),
  useRows: (query) => {
    const bookQuery = admin.fees.book.useQuery(query, keepPreviousRowsOption);
    return bookQuery;
  },
  filters: (list) => <BookFilters {...list} />,
  useParts: ({ filterQuery, changeSearch, found: { data } }) => ({
    count: data && `Total Rows: ${data.total}`,
    sums: data ? formatBookTotals(data.totals) : null,
    tools: (
      <>
        <OtherBookButton
          label="Show Charges"
          onShow={() => changeSearch({ ...clearedMoneyFilters, of: 'charges' })}
        />
        <ExportButton api={admin.fees.bookTicket} input={filterQuery} />
      </>
    ),
  }),
});

const formatBookTotals = ({ in: received, out, net }: MoneyBookPage['totals']): string =>
  `In ${formatLocalMoney(received)} · Out ${formatLocalMoney(-out)} · Net ${formatLocalMoney(net)}`;

const ChargeBook = makeListScreen({
  words: {
    ...makeResourceWords({
      one: 'charge',
      many: 'charges',
      source: 'A charge begins when a registration is accepted.',
    }),
    heading: 'Book of Charges',
    empty: NOTHING_FOUND_MESSAGE,
  },
  icon: BookOpen,
  caption: () => 'Charges',
  address: bookAddress,
  columns: chargeColumns,
  toQuery: ({ page, size, q, kind, from, to, recordedBy }: BookSearch) => ({
    ...makeListQuery({ page, size }),
    q,
    from,
    to,
    recordedBy,
    kind: chargeKinds.find((name) => name === kind),
  }),
  useRows: (query) => {
    const chargesQuery = admin.fees.chargeBook.useQuery(query, keepPreviousRowsOption);
    return chargesQuery;
  },
  filters: (list) => <BookFilters {...list} />,
  useParts: ({ filterQuery, changeSearch, found: { data } }) => ({
    count: data && `Total Charges: ${data.total}`,
    sums: data ? `Charged ${formatLocalMoney(data.totals.net)}` : null,
    tools: (
      <>
        <OtherBookButton
          label="Show Money"
          onShow={() => changeSearch({ ...clearedMoneyFilters, of: undefined })}
        />
        <ExportButton api={admin.fees.chargesTicket} input={filterQuery} />
      </>
    ),
  }),
});

/** Filters that the other book does not have. They are removed from the address when it opens. */
const clearedMoneyFilters = { kind: undefined, sort: undefined, method: undefined, box: undefined };

const OtherBookButton = ({ label, onShow }: { label: string; onShow: () => void }) => (
  <Button variant="outline" onClick={onShow}>
    {label}
  </Button>
);

function BookFilters({ search, onChange }: FiltersProps<BookSearch>) {
  const { q, of, from, to, by, method, recordedBy, box, kind } = search;
  const { data: all = [] } = admin.fees.cashiers.useQuery();
  const cashierNames = new Set([...all, recordedBy, box].filter((one) => one !== undefined));
  const dayFilters = [
    makeDayFilter({ label: 'From', value: from, onChange: (day) => onChange({ from: day }) }),
    makeDayFilter({ label: 'To', value: to, onChange: (day) => onChange({ to: day }) }),
  ];
  const cashierChoices = [...cashierNames].map((one) => [one, one] as const);
  const moneyFilters = [
    makeChoiceFilter({
      label: 'Days of',
      all: 'Recording',
      choices: [['received', 'Receipt of the money'] as const],
      value: by,
      onChange: (value) => onChange({ by: value }),
    }),
    makeChoiceFilter({
      label: 'Method',
      choices: feeMethods.map((one): [FeeMethod, string] => [one, feeMethodNames[one]]),
      value: method,
      onChange: (value) => onChange({ method: value }),
    }),
    makeChoiceFilter({
      label: 'Box',
      choices: cashierChoices,
      value: box,
      onChange: (value) => onChange({ box: value }),
    }),
  ];
  return (
    <FilterBar
      search={<SearchText value={q ?? ''} onChange={(text) => onChange({ q: text })} />}
      filters={[
        makeChoiceFilter({
          label: 'Kind',
          all: 'All kinds',
          choices: makeCapitalisedChoices<string>(of ? chargeKinds : bookKinds),
          value: kind,
          onChange: (value) => onChange({ kind: value }),
        }),
        ...dayFilters,
        ...(of ? [] : moneyFilters),
        makeChoiceFilter({
          label: 'Recorded By',
          choices: cashierChoices,
          value: recordedBy,
          onChange: (value) => onChange({ recordedBy: value }),
        }),
      ]}
    />
  );
}
