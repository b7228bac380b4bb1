import { type DocumentFilter, documentFilters } from '@institute/contract/applicant-documents.constants';
import { formatNumber } from '@institute/contract/money';
import { findDayRangeFault, registrationStatuses } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { capitalise } from '@institute/contract/text';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useCourseFilters } from '../../lists/course-filters.ts';
import { makeChoiceFilter, makeDayFilter } from '../../lists/filter.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { rowsClass } from '../../lists/list-screen.tsx';
import type { ChangeSearch } from '../../lists/list-search.ts';
import { SearchText } from '../../lists/list-toolbar.tsx';
import { useAfterFirstPaint } from '../../lists/use-after-first-paint.ts';
import type { DeskSearch } from './desk-address.ts';

export type DeskSearchProps = {
  search: DeskSearch;
  onChange: ChangeSearch<DeskSearch>;
};

export const DeskFilters = (props: DeskSearchProps) =>
  useAfterFirstPaint() ? <DeskFilterFields {...props} /> : <FiltersPlaceholder />;

const SEARCH_HELP = 'The search finds health answers from three letters on.';
const HEALTH_HIDDEN_TEXT = 'Health answers are hidden from your account.';

const documentWords: Record<DocumentFilter, string> = {
  missing: 'Missing',
  toLookAt: 'To look at',
  refused: 'Refused',
};
const documentChoices = documentFilters.map((filter) => [filter, documentWords[filter]] as const);

/** A placeholder as high as the filters. */
const FiltersPlaceholder = () => <div aria-hidden className="order-1 h-12 basis-full md:h-11 md:basis-0" />;

function DeskFilterFields({ search, onChange }: DeskSearchProps) {
  const { data: own } = admin.account.get.useQuery();
  const maySeeDocuments = useMaySee()(needs.documents);
  const searchHelp = own?.rights.includes('health') === false ? HEALTH_HIDDEN_TEXT : SEARCH_HELP;
  return (
    <FilterBar
      search={
        <SearchText value={search.q ?? ''} onChange={(q) => onChange({ q })} help={own && searchHelp} />
      }
      filters={[
        ...useCourseFilters(search, onChange),
        makeDayFilter({
          label: 'From',
          value: search.from,
          max: search.to,
          onChange: (from) => onChange({ from }),
        }),
        makeDayFilter({
          label: 'To',
          value: search.to,
          min: search.from,
          error: findDayRangeFault(search),
          onChange: (to) => onChange({ to }),
        }),
        // An address with this filter can also be cleared without the right
        ...(maySeeDocuments || search.documents
          ? [
              makeChoiceFilter({
                label: 'Documents',
                choices: documentChoices,
                value: search.documents,
                onChange: (documents) => onChange({ documents }),
              }),
            ]
          : []),
      ]}
    />
  );
}

type RegistrationTotals = Pick<AdminAnswers['registrations']['list'], 'totals' | 'areTotalsLow'>;

const ALL_STATUSES = 'all';

export function DeskTabs({ search, onChange, children }: DeskSearchProps & { children: ReactNode }) {
  return (
    <Tabs
      value={search.status ?? ALL_STATUSES}
      onValueChange={(value) => onChange({ status: registrationStatuses.find((one) => one === value) })}
    >
      {children}
    </Tabs>
  );
}

type TabListProps = { counted: RegistrationTotals | undefined };

/** The counts in the tabs render after the rows, so that they do not delay them. */
export function DeskTabList({ counted }: TabListProps) {
  const isAfterFirstPaint = useAfterFirstPaint();
  const deferredStatusTotals = useDeferredValue(counted);
  return isAfterFirstPaint ? <TabList counted={deferredStatusTotals} /> : <div className="h-13" />;
}

const TabList = memo(function TabList({ counted }: TabListProps) {
  const statusTotals = counted && {
    all: Object.values(counted.totals).reduce((sum, count) => sum + count, 0),
    ...counted.totals,
  };
  return (
    <TabsList aria-label="Status" className="overflow-x-auto">
      {([ALL_STATUSES, ...registrationStatuses] as const).map((value) => (
        <TabsTrigger key={value} value={value} className="shrink-0 whitespace-nowrap">
          {capitalise(value)}{' '}
          {statusTotals && (
            <span className="font-normal tabular-nums">
              {formatNumber(statusTotals[value])}
              {counted.areTotalsLow && '+'}
            </span>
          )}
        </TabsTrigger>
      ))}
    </TabsList>
  );
});

export const DeskTabPanel = ({ status, children }: { status: string | undefined; children: ReactNode }) => (
  <TabsContent value={status ?? ALL_STATUSES} className={rowsClass}>
    {children}
  </TabsContent>
);
