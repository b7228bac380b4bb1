import type { BookQuery } from '@institute/contract';
import {
  bookDays,
  type FeeMethod,
  feeMethodNames,
  feeMethods,
  movementKinds,
} from '@institute/contract/fees.constants';
import { formatMoney } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { formatDate, kampalaTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Field } from '@institute/ui/field.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { resourceWords } from '../../api/resource-words.ts';
import { Choice, capitaliseAll } from '../../lists/choice.tsx';
import type { Column } from '../../lists/column.ts';
import { DayInput } from '../../lists/day-input.tsx';
import { ExportButton } from '../../lists/export-button.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { ListScreen } from '../../lists/list-screen.tsx';
import { type ListSearch, listQuery, listSearch, useListSearch } from '../../lists/list-search.ts';
import { SearchText } from '../../lists/list-toolbar.tsx';
import { RowTable } from '../../lists/row-table.tsx';
import { amountColumn, textColumn } from './fee-columns.tsx';

type Book = AdminAnswers['fees']['book'];
type Row = Book['items'][number];
type BookFilters = Pick<BookQuery, 'from' | 'to' | 'by' | 'method' | 'recordedBy' | 'kind'>;
export type BookSearch = Pick<ListSearch, 'q' | 'page' | 'size' | 'sort'> & BookFilters;

const words = resourceWords({
  one: 'row',
  many: 'rows',
  source: 'Every payment, refund and counter-entry stands here.',
});

const readWord = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Drops invalid values. The server checks the days. */
const readBookSearch = ({ from, to, recordedBy, ...given }: Record<string, unknown>): BookSearch => ({
  ...listSearch(given),
  from: readWord(from),
  to: readWord(to),
  by: bookDays.find((name) => name === given.by),
  method: feeMethods.find((name) => name === given.method),
  recordedBy: readWord(recordedBy),
  kind: movementKinds.find((name) => name === given.kind),
});

const columns: Column<Row>[] = [
  {
    heading: 'Recorded',
    sort: 'recordedAt',
    sortedBy: 'day',
    phone: 'title',
    cell: ({ recordedAt }) => {
      const at = kampalaTime(recordedAt);
      return `${formatDate(at.slice(0, 10))}, ${at.slice(11, 16)}`;
    },
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
  { ...amountColumn('Amount', ({ amount }) => amount), sort: 'amount', sortedBy: 'number' },
  textColumn('Method', ({ method, operatorId }) => [feeMethodNames[method], operatorId]),
  textColumn('Numbers', ({ numbers }) => numbers),
  textColumn('People', ({ parts, payerName, reason }) => [
    ...parts.map(({ name }) => name),
    payerName && `by ${payerName}`,
    reason,
  ]),
  textColumn('Recorded By', ({ recordedBy }) => recordedBy ?? 'Payment provider'),
];

const DEFAULT_SORT = '-recordedAt';

export function BookPage() {
  const { search, changeSearch, paging } = useListSearch(readBookSearch);
  const { page, size, sort = DEFAULT_SORT, q, ...filters } = search;
  const filter = { ...filters, q: q?.trim() };
  const { limit, offset } = listQuery({ page, size });
  const query = { ...filter, limit, offset, sort: sort as NonNullable<BookQuery['sort']> };
  const found = admin.fees.book.useQuery(query, { placeholderData: keepPreviousData });
  return (
    <ListScreen
      heading="Book"
      many={words.many}
      count={
        found.data && (
          <>
            {words.total(found.data.total)}
            <span className="block min-h-lh">{writeTotals(found.data.totals)}</span>
          </>
        )
      }
      found={found}
      tools={<ExportButton api={admin.fees.bookTicket} input={filter} />}
      filters={<BookFilterBar search={search} items={found.data?.items ?? []} onChange={changeSearch} />}
      rows={(rows) => (
        <RowTable
          caption="Movements of money"
          columns={columns}
          sorting={{ by: sort, onSort: (next) => changeSearch({ sort: next }) }}
          {...rows}
        />
      )}
      empty={<EmptyState title="Nothing was recorded that these filters find." />}
      paging={paging}
    />
  );
}

const writeTotals = ({ in: received, out, net }: Book['totals']): string =>
  `In ${formatMoney('UGX', received)} · Out ${formatMoney('UGX', -out)} · Net ${formatMoney('UGX', net)}`;

type BookFilterBarProps = {
  search: BookSearch;
  items: readonly Row[];
  onChange: (part: Record<string, unknown>) => void;
};

function BookFilterBar({ search, items, onChange }: BookFilterBarProps) {
  const { q, from, to, by, method, recordedBy, kind } = search;
  const cashiers = new Set([recordedBy, ...items.map((row) => row.recordedBy)].flatMap((one) => one ?? []));
  return (
    <FilterBar
      className="items-end md:flex md:flex-wrap"
      chosen={[from, to, by, method, recordedBy, kind]}
      search={<SearchText value={q ?? ''} onChange={(text) => onChange({ q: text })} />}
    >
      <Field label="From">
        <DayInput value={from ?? ''} onChange={(day) => onChange({ from: day || undefined })} />
      </Field>
      <Field label="To">
        <DayInput value={to ?? ''} onChange={(day) => onChange({ to: day || undefined })} />
      </Field>
      <Choice
        label="Days of"
        all="Recording"
        choices={[['received', 'Receipt of the money']]}
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
        label="Kind"
        choices={capitaliseAll(movementKinds)}
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
