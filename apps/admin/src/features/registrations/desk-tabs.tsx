import { formatNumber } from '@institute/contract/money';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@institute/ui/tabs.tsx';
import type { ReactNode } from 'react';
import type { AdminAnswers } from '../../api/admin.ts';
import type { DeskSearchProps } from './desk-filters.tsx';

type Counted = Pick<AdminAnswers['registrations']['list'], 'totals' | 'areTotalsLow'>;

const ALL = 'all';

export function DeskTabs({ search, onSearch, children }: DeskSearchProps & { children: ReactNode }) {
  return (
    <Tabs
      value={search.status ?? ALL}
      onValueChange={(value) => {
        const status = registrationStatuses.find((one) => one === value);
        onSearch({ ...search, status, page: undefined });
      }}
    >
      {children}
    </Tabs>
  );
}

export function DeskTabList({ counted }: { counted: Counted | undefined }) {
  const totals = counted && {
    all: Object.values(counted.totals).reduce((sum, count) => sum + count, 0),
    ...counted.totals,
  };
  return (
    <TabsList aria-label="Status" className="overflow-x-auto">
      {([ALL, ...registrationStatuses] as const).map((value) => (
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
}

export const DeskTabPanel = ({ status, children }: { status: string | undefined; children: ReactNode }) => (
  <TabsContent value={status ?? ALL} className="flex flex-col gap-4">
    {children}
  </TabsContent>
);
