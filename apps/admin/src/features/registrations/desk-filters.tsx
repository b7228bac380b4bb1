import { formatNumber } from '@institute/contract/money';
import { findDayRangeFault, registrationStatuses } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { cx } from '@institute/ui/cx.ts';
import { Field } from '@institute/ui/field.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import { memo, type ReactNode, useDeferredValue, useId } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { CourseFilters } from '../../lists/course-filters.tsx';
import { DayInput } from '../../lists/day-input.tsx';
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
  useAfterFirstPaint() ? <DeskFilterFields {...props} /> : <FiltersRoom />;

const filterGrid =
  'items-start gap-3 md:grid md:grid-cols-4 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_9.5rem_9.5rem]';
/** The margin is the height of a label and its gap, because the fields next to it have labels. */
const searchClass = 'min-w-0 flex-1 md:col-span-4 xl:col-span-1 xl:mt-[1.925rem]';
const SEARCH_HINT = 'The search finds health answers from three letters on.';
const HIDDEN_HINT = 'Health answers are hidden from your account.';

/** A placeholder as high as the filters at any width. */
const FiltersRoom = () => (
  <div aria-hidden className={cx(filterGrid, 'invisible')}>
    <div className={cx(searchClass, 'h-12 md:h-11')} />
    {['Program', 'Intake', 'From', 'To'].map((field) => (
      <div key={field} className="h-[4.675rem] max-md:hidden" />
    ))}
    <p className="col-span-full text-sm max-md:hidden">{SEARCH_HINT}</p>
  </div>
);

function DeskFilterFields({ search, onChange }: DeskSearchProps) {
  const { data: own } = admin.account.get.useQuery();
  const hint = useId();
  return (
    <FilterBar
      className={filterGrid}
      chosen={[search.program, search.intake, search.from, search.to]}
      search={
        <div className={searchClass}>
          <SearchText value={search.q ?? ''} onChange={(q) => onChange({ q })} describedBy={own && hint} />
        </div>
      }
    >
      <CourseFilters search={search} onChange={onChange} />
      <Field label="From">
        <DayInput value={search.from ?? ''} max={search.to} onChange={(from) => onChange({ from })} />
      </Field>
      <Field label="To" error={findDayRangeFault(search)}>
        <DayInput value={search.to ?? ''} min={search.from} onChange={(to) => onChange({ to })} />
      </Field>
      <p id={hint} className={cx('col-span-full text-sm text-muted', !own && 'invisible')}>
        {own?.rights.includes('health') === false ? HIDDEN_HINT : SEARCH_HINT}
      </p>
    </FilterBar>
  );
}

type ListTotals = Pick<AdminAnswers['registrations']['list'], 'totals' | 'areTotalsLow'>;

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

type TabListProps = { counted: ListTotals | undefined };

/** The counts follow the rows. */
export function DeskTabList({ counted }: TabListProps) {
  const isLater = useAfterFirstPaint();
  const shown = useDeferredValue(counted);
  return isLater ? <TabList counted={shown} /> : <div className="h-13" />;
}

const TabList = memo(function TabList({ counted }: TabListProps) {
  const totals = counted && {
    all: Object.values(counted.totals).reduce((sum, count) => sum + count, 0),
    ...counted.totals,
  };
  return (
    <TabsList aria-label="Status" className="overflow-x-auto">
      {([ALL_STATUSES, ...registrationStatuses] as const).map((value) => (
        <TabsTrigger key={value} value={value} className="shrink-0 whitespace-nowrap">
          {capitalise(value)}{' '}
          {totals && (
            <span className="font-normal tabular-nums">
              {formatNumber(totals[value])}
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
