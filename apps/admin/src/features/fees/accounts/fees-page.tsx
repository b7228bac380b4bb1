import type { FeeAccountFilter } from '@institute/contract';
import { accountStates, computePercentPaid, formatBalance } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import { makeTelLink } from '@institute/contract/phone';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDate, toLocalDay } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Button } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { Plus, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AdminAnswers, admin } from '../../../api/admin.ts';
import { makeResourceWords } from '../../../api/resource-words.ts';
import { NameCell } from '../../../lists/cells.tsx';
import { makeCapitalisedChoices } from '../../../lists/choice.tsx';
import { useChosenRows } from '../../../lists/chosen-rows.tsx';
import type { Column } from '../../../lists/column.ts';
import { useCourseFilters } from '../../../lists/course-filters.ts';
import { type FiltersProps, makeListScreen } from '../../../lists/declared-list.tsx';
import { ExportButton } from '../../../lists/export-button.tsx';
import { makeChoiceFilter, makeDayFilter } from '../../../lists/filter.tsx';
import { FilterBar } from '../../../lists/filter-bar.tsx';
import { ListCount } from '../../../lists/list-count.tsx';
import { keepPreviousRowsOption } from '../../../lists/list-search.ts';
import { SearchText } from '../../../lists/list-toolbar.tsx';
import { RowButton } from '../../../lists/row-button.tsx';
import { RecordPaymentDialog } from '../record-payment-dialog.tsx';
import { DEFAULT_SORT, type FeeSearch, feeAddress, toFeeQuery } from './fee-address.ts';
import { FeesSection } from './fees-section.tsx';
import { ManyChargesButton } from './many-charges-button.tsx';

type FeeAccountsPage = AdminAnswers['fees']['list'];
type FeeAccount = FeeAccountsPage['items'][number] & { id: number };

const addAccountIds = ({ items, ...page }: FeeAccountsPage) => ({
  ...page,
  items: items.map((account) => ({ ...account, id: account.registrationId })),
});

const accountWords = makeResourceWords({
  one: 'account',
  many: 'accounts',
  source: 'An account begins when a registration of a program with a price is accepted.',
});

const makeAmountColumn = (
  sort: 'charged' | 'paid' | 'balance' | 'overdue',
  heading: string,
  phone?: 'fact',
): Column<FeeAccount> => ({
  heading,
  sort,
  sortedBy: 'number',
  ...(phone && { phone }),
  isAmount: true,
  cell: (row) => (
    <>
      {phone && <span className="text-muted md:hidden">{heading} </span>}
      {formatNumber(sort === 'balance' ? Math.abs(row.balance) : row[sort])}
      {sort === 'balance' && row.balance < 0 && <span className="text-muted"> Credit</span>}
      {sort === 'paid' && row.charged > 0 && (
        <span className="text-muted max-md:block"> {computePercentPaid(row.charged, row.paid)}%</span>
      )}
    </>
  ),
});

const columns: Column<FeeAccount>[] = [
  {
    heading: 'Name',
    sort: 'name',
    phone: 'title',
    cell: ({ name, phone, guardianPhone }) => (
      <div className="gap-2 md:flex">
        <div className="md:max-w-full md:shrink-0">
          <NameCell>{name}</NameCell>
        </div>
        <PhoneLink number={phone} />
        {guardianPhone && <PhoneLink number={guardianPhone} whose="Guardian" />}
      </div>
    ),
  },
  {
    heading: 'Reference',
    sort: 'reference',
    sortedBy: 'number',
    cell: ({ reference, status }) => (
      <>
        <span className="whitespace-nowrap tabular-nums">{reference}</span>{' '}
        <Badge>{capitalise(status)}</Badge>
      </>
    ),
  },
  {
    heading: 'Program',
    sort: 'program',
    phone: 'text',
    cell: ({ program, startsOn }) =>
      [program ?? '–', startsOn && formatDate(startsOn)].filter(Boolean).join(', '),
    isText: true,
  },
  makeAmountColumn('charged', 'Charged'),
  makeAmountColumn('paid', 'Paid'),
  makeAmountColumn('balance', 'Balance', 'fact'),
  makeAmountColumn('overdue', 'Overdue', 'fact'),
  {
    heading: 'Next Due',
    sort: 'nextDueOn',
    sortedBy: 'day',
    cell: ({ nextDueOn, nextDueAmount }) =>
      nextDueOn ? `${formatNumber(nextDueAmount ?? 0)} on ${formatDate(nextDueOn)}` : '–',
    isText: true,
    className: 'md:pl-4!',
  },
];

/** On phones the number is a link that calls it. */
function PhoneLink({ number, whose }: { number: string; whose?: string }) {
  const phoneLinkText = whose ? `${whose} ${number}` : number;
  return (
    <>
      <a
        href={makeTelLink(number)}
        className="flex min-h-11 items-center text-sm text-muted underline md:hidden"
      >
        {phoneLinkText}
      </a>
      <span className="hidden text-muted 2xl:block 2xl:min-w-0 2xl:truncate">{phoneLinkText}</span>
    </>
  );
}

const formatAccountTotals = ({
  charged,
  paid,
  balance,
  overdue,
}: AdminAnswers['fees']['list']['totals']): string =>
  [
    `Charged ${formatLocalMoney(charged)}`,
    `Paid ${formatLocalMoney(paid)}`,
    `Balance ${formatBalance(balance)}`,
    `Overdue ${formatLocalMoney(overdue)}`,
  ]
    .map((sum) => sum.replaceAll(' ', '\u00a0'))
    .join(' · ');

type RenderRemindButton = (debtors: number[] | FeeAccountFilter) => ReactNode;

export const FeesPage = makeListScreen({
  words: { ...accountWords, heading: 'Fees' },
  icon: Wallet,
  caption: () => 'Accounts of fees',
  address: feeAddress,
  usualSort: DEFAULT_SORT,
  columns,
  toQuery: toFeeQuery,
  useRows: (query) => admin.fees.list.useQuery(query, { ...keepPreviousRowsOption, select: addAccountIds }),
  filters: (list) => <FeeFilters {...list} />,
  useParts: (
    { search, filterQuery, isNarrowed, found },
    { remindButton }: { remindButton: RenderRemindButton },
  ) => {
    const [shown, setShown] = useState<FeeAccount | null>(null);
    const [isRecording, setRecording] = useState(false);
    const chosenAccounts = useChosenRows<FeeAccount>(filterQuery);
    const chosenIds = chosenAccounts.rows.map(({ id }) => id);
    return {
      count: <ListCount words={accountWords} api={admin.fees} found={found} isNarrowed={isNarrowed} />,
      sums: (
        <>
          {found.data && formatAccountTotals(found.data.totals)}
          {search.asOf && (
            <span className="block">
              What was recorded until the end of {formatDate(search.asOf)}. Names, classes and status are
              those of today.
            </span>
          )}
        </>
      ),
      tools: (
        <>
          <ExportButton api={admin.fees.exportTicket} input={filterQuery} />
          {!search.asOf &&
            remindButton(
              chosenIds.length > 0 ? chosenIds : { ...filterQuery, state: filterQuery.state ?? 'owing' },
            )}
          <ManyChargesButton ids={chosenIds} intake={search.intake} />
          <Button onClick={() => setRecording(true)}>
            <Plus aria-hidden />
            Record Payment
          </Button>
        </>
      ),
      choosing: { ...chosenAccounts, nameOf: ({ name }) => name },
      actions: (row) => <RowButton does="View" name={row.name} onClick={() => setShown(row)} />,
      onOpen: setShown,
      dialogs: (
        <>
          {shown && <AccountDialog account={shown} onClose={() => setShown(null)} />}
          {isRecording && <RecordPaymentDialog onClose={() => setRecording(false)} />}
        </>
      ),
    };
  },
});

function FeeFilters({ search, onChange }: FiltersProps<FeeSearch>) {
  return (
    <FilterBar
      search={<SearchText value={search.q ?? ''} onChange={(q) => onChange({ q })} />}
      filters={[
        ...useCourseFilters(search, onChange),
        makeChoiceFilter({
          label: 'Paid',
          choices: makeCapitalisedChoices(accountStates),
          value: search.state,
          onChange: (state) => onChange({ state }),
        }),
        makeChoiceFilter({
          label: 'Registration',
          choices: makeCapitalisedChoices(registrationStatuses),
          value: search.status,
          onChange: (status) => onChange({ status }),
        }),
        makeDayFilter({
          label: 'As Of',
          value: search.asOf,
          max: toLocalDay(new Date()),
          onChange: (asOf) => onChange({ asOf }),
        }),
      ]}
    />
  );
}

function AccountDialog({ account, onClose }: { account: FeeAccount; onClose: () => void }) {
  const { registrationId, name, reference } = account;
  return (
    <Dialog onClose={onClose} title={name} description={reference} size="lg">
      <FeesSection registrationId={registrationId} name={name} />
      <DialogFooter>
        <ButtonLink to="/admin/registrations" search={{ open: registrationId }} variant="outline">
          Open Registration
        </ButtonLink>
      </DialogFooter>
    </Dialog>
  );
}
