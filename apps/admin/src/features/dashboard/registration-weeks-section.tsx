import { needs } from '@institute/contract/rights.constants';
import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { ChartColumnStacked, ChartNoAxesColumn, TableProperties } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { ChartLegend } from './legend-list.tsx';
import { type WeeksAnswer, WeeksTable } from './weeks-table.tsx';

const WeeksChart = lazy(() => import('./weeks-chart.tsx'));

export function RegistrationWeeks() {
  const registrationWeeksQuery = admin.stats.registrationWeeks.useQuery(undefined, {
    enabled: useMaySee()(needs.readRegistrations),
  });
  const [asTable, setAsTable] = useState(false);
  return (
    <TitledSection
      title="Registrations by week"
      tools={
        Boolean(registrationWeeksQuery.data?.programs.length) && (
          <Button variant="ghost" size="sm" onClick={() => setAsTable(!asTable)}>
            {asTable ? <ChartColumnStacked aria-hidden /> : <TableProperties aria-hidden />}
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )
      }
    >
      <Loading
        query={registrationWeeksQuery}
        failed="The registrations could not be counted"
        skeleton={<Skeleton className="h-80" />}
      >
        {(weeks) =>
          weeks.programs.length === 0 ? (
            <EmptyState
              icon={ChartNoAxesColumn}
              title="No registrations in the last 12 weeks"
              description="Who registers will be counted here, by week and program."
            />
          ) : (
            <WeeksView weeks={weeks} asTable={asTable} />
          )
        }
      </Loading>
    </TitledSection>
  );
}

/** Lets the keyboard scroll the table. */
const scrollableProps = { tabIndex: 0 };

function WeeksView({ weeks, asTable }: { weeks: WeeksAnswer; asTable: boolean }) {
  if (asTable) {
    return (
      <section
        aria-label="Registrations by week and program"
        {...scrollableProps}
        className="md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-card"
      >
        <WeeksTable weeks={weeks} />
      </section>
    );
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-card p-4 md:p-5">
      <div aria-hidden className="h-64">
        <Suspense fallback={<Skeleton className="h-full" />}>
          <WeeksChart weeks={weeks} />
        </Suspense>
      </div>
      <ChartLegend programs={weeks.programs} />
      <div className="sr-only">
        <WeeksTable weeks={weeks} />
      </div>
    </div>
  );
}
