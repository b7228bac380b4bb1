import { controlKinds } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { place } from '@institute/contract/place';
import { formatDate, formatDateTime, toLocalDay, toLocalTime } from '@institute/contract/time';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { useMaySee } from '../../../api/rights.ts';
import { ChoiceOption } from '../../../lists/choice.tsx';
import type { Column } from '../../../lists/column.ts';
import { RowTable } from '../../../lists/row-table.tsx';
import { Loading } from '../../../ui/load-error.tsx';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { CompareButton, describeImport } from '../compare-import.tsx';
import { LinePages } from '../line-list.tsx';

type ControlAnswer = AdminAnswers['fees']['control'];
type ControlLine = ControlAnswer['items'][number] & { id: number; state: string };
type SumsOfRecorder = ControlAnswer['sums'][number] & { id: number };

/** Chosen months: this one and those of two years before. */
const MONTHS_TO_CHOOSE = 25;
const listMonths = (thisMonth: string): string[] =>
  Array.from({ length: MONTHS_TO_CHOOSE }, (_, back) => {
    const [year = 0, month = 0] = thisMonth.split('-').map(Number);
    return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  });
const nameMonth = (month: string): string => formatDate(`${month}-01`).replace(/^\S+ /, '');
const nameRecorder = (by: string | null): string => by ?? 'A program';

const recorderSumColumns: Column<SumsOfRecorder>[] = [
  { heading: 'Person', phone: 'title', cell: ({ by }) => nameRecorder(by) },
  { heading: 'What', phone: 'text', cell: ({ kind }) => controlKinds[kind] },
  { heading: 'Times', phone: 'fact', isAmount: true, cell: ({ count }) => `${formatNumber(count)} ×` },
  { heading: 'Amount', phone: 'fact', isAmount: true, cell: ({ amount }) => formatNumber(amount) },
];

const columns: Column<ControlLine>[] = [
  { heading: 'When', phone: 'line', cell: ({ at }) => formatDateTime(at) },
  { heading: 'What', phone: 'title', cell: ({ kind }) => controlKinds[kind] },
  { heading: 'Amount', phone: 'fact', isAmount: true, cell: ({ amount }) => formatNumber(amount) },
  { heading: 'Person', phone: 'line', isText: true, cell: ({ by }) => nameRecorder(by) },
  {
    heading: 'About',
    phone: 'line',
    isText: true,
    cell: (line) => describeControlLine(line) || '–',
  },
  { heading: 'See', phone: 'line', cell: (line) => <ControlLineLink {...line} /> },
];

const describeControlLine = ({
  name,
  path,
  reason,
  receiptNumber,
  doneBy,
  statement,
}: ControlLine): string =>
  statement
    ? describeImport(statement)
    : [[path ?? name, reason].filter(Boolean).join(': '), receiptNumber, doneBy && `cancelled by ${doneBy}`]
        .filter(Boolean)
        .join(', ');

function ControlLineLink({ kind, at, by, number, receiptCode, registrationId }: ControlLine) {
  if (kind === 'import') return '–';
  const dayOfLine = toLocalTime(at).slice(0, 10);
  const linkClass = 'inline-flex min-h-11 items-center underline whitespace-nowrap';
  if (kind === 'difference' || kind === 'recount')
    return (
      <Link to="/admin/fees/closing" search={{ to: dayOfLine }} className={linkClass}>
        Closing
      </Link>
    );
  if ((kind === 'reprint' || kind === 'move') && receiptCode)
    return (
      <a href={`/receipts/${receiptCode}`} className={linkClass}>
        {number}
      </a>
    );
  if (
    kind === 'discount' ||
    kind === 'reversal' ||
    kind === 'rewritten' ||
    kind === 'price' ||
    kind === 'below'
  )
    return registrationId === null ? (
      '–'
    ) : (
      <Link to="/admin/registrations" search={{ open: registrationId }} className={linkClass}>
        Registration
      </Link>
    );
  if (kind === 'donation' && number)
    return (
      <Link to="/admin/donations" search={{ q: number }} className={linkClass}>
        {number}
      </Link>
    );
  const recorderFilter = by ? { recordedBy: by } : {};
  // These payments were recorded before the day of this line, or imported, so a search for the day would miss them
  const dayRange =
    kind === 'unconfirmed' || kind === 'selfConfirmed' ? {} : { from: dayOfLine, to: dayOfLine };
  const bookSearch = number ? { q: number } : { ...dayRange, ...recorderFilter };
  return (
    <Link to="/admin/fees/book" search={bookSearch} className={linkClass}>
      {number ?? 'Book'}
    </Link>
  );
}

export function ControlPage() {
  const thisMonth = toLocalDay(new Date()).slice(0, 7);
  const { month = thisMonth, from, to } = useSearch({ from: '/admin/fees/control' });
  const navigate = useNavigate();
  const chosenDays = from && to && from <= to ? { from, to } : undefined;
  const controlQuery = admin.fees.control.useQuery(chosenDays ?? { month }, {
    enabled: useMaySee()('owner'),
    placeholderData: keepPreviousData,
  });
  const monthChoices = listMonths(thisMonth).map((one) => [one, nameMonth(one)] as const);
  return (
    <TitledPage title="Control">
      <p className="text-muted">
        What was given, reversed, cancelled, moved, dated back, taken to the bank or printed again, which
        prices changed, who owes less than the price, which statements were imported, and by whom. In{' '}
        {place.currency}.
      </p>
      <ChoiceOption
        label="Month"
        className="md:w-64"
        all={
          chosenDays ? `${formatDate(chosenDays.from)} – ${formatDate(chosenDays.to)}` : nameMonth(thisMonth)
        }
        choices={chosenDays ? monthChoices : monthChoices.slice(1)}
        value={chosenDays || month === thisMonth ? '' : month}
        onChange={(chosen) =>
          void navigate({ to: '/admin/fees/control', search: chosen ? { month: chosen } : {}, replace: true })
        }
      />
      <Loading query={controlQuery} failed="The month could not be loaded" skeleton={null}>
        {({ items, sums }) =>
          items.length === 0 ? (
            <EmptyState
              icon={Inbox}
              title={`Nothing of this kind in ${chosenDays ? 'these days' : 'this month'}.`}
            />
          ) : (
            <>
              <RowTable
                caption="By person"
                columns={recorderSumColumns}
                rows={sums.map((sum, id) => ({ ...sum, id }))}
                isOutdated={controlQuery.isPlaceholderData}
              />
              <LinePages
                key={chosenDays ? chosenDays.from : month}
                caption="Each of them"
                columns={columns}
                lines={items.map((item, id) => ({ ...item, id, state: item.kind }))}
                states={Object.entries(controlKinds)}
                actions={
                  items.some(({ statement }) => statement?.mayCompare)
                    ? ({ statement }) => statement && <CompareButton statement={statement} />
                    : undefined
                }
              />
            </>
          )
        }
      </Loading>
    </TitledPage>
  );
}
