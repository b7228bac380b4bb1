import { type Need, needs } from '@institute/contract/rights.constants';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useHiddenTab } from '@institute/ui/media.ts';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { lazy } from 'react';
import { admin } from '../../api/admin.ts';
import { makeFirstCallsLoader } from '../../api/first-calls.ts';
import { useRights } from '../../api/rights.ts';
import { AttentionList } from '../../features/dashboard/attention-list.tsx';
import { FirstSteps } from '../../features/dashboard/first-steps-panel.tsx';
import { RecentActivity, RecentActivitySkeleton } from '../../features/dashboard/recent-activity-list.tsx';
import { RegistrationWeeks } from '../../features/dashboard/registration-weeks-section.tsx';
import { StatCards, StatCardsSkeleton } from '../../features/dashboard/stat-list.tsx';
import {
  MoneyReceivedToday,
  NextIntakeStarts,
  UnreadMessages,
} from '../../features/dashboard/today-panel.tsx';
import { NewRegistrations } from '../../features/registrations/new-registrations-panel.tsx';

const RegistrationSheet = lazy(() =>
  import('./-registration-sheet.tsx').then((sheet) => ({ default: sheet.RegistrationSheet })),
);

export const Route = createFileRoute('/admin/')({
  head: () => ({ meta: [{ title: 'Dashboard – Admin' }] }),
  loader: makeFirstCallsLoader(({ stats }) => [
    stats.get.prefetch(),
    stats.attention.prefetch(),
    stats.firstSteps.prefetch(),
  ]),
  // The dashboard is part of the first script, because it is the first screen.
  codeSplitGroupings: [],
  component: DashboardPage,
});

function DashboardPage() {
  const areUpdatesLive = useLiveUpdates();
  const { maySee, isPending: areRightsPending } = useRights();
  const { data: stats, isPending, isFetching, refetch } = admin.stats.get.useQuery();
  const areStatsMissing = !isPending && (!stats || Object.keys(stats).length === 0);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading level={1} size="block">
          Dashboard
        </Heading>
        <LiveStatus isLive={areUpdatesLive} />
      </div>
      <FirstSteps />
      {areRightsPending ? <TodaySkeleton /> : <TodayPanels maySee={maySee} />}
      {areStatsMissing ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No stats found"
          action={
            <Button variant="outline" pending={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <>
          {/* Cards and weeks have their places before the account is known, so that no link below them moves. */}
          {stats && !areRightsPending ? <StatCards stats={stats} /> : <StatCardsSkeleton />}
          {(areRightsPending || maySee(needs.readRegistrations)) && <RegistrationWeeks />}
          {stats ? <RecentActivity activities={stats.recentActivities} /> : <RecentActivitySkeleton />}
        </>
      )}
    </div>
  );
}

const twoColumnsClass = 'grid gap-4 md:grid-cols-2';
const threeColumnsClass = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3';

function TodayPanels({ maySee }: { maySee: (need: Need) => boolean }) {
  return (
    <>
      <div className={twoColumnsClass}>
        {maySee(needs.registrations) && <NewRegistrations Sheet={RegistrationSheet} />}
        <AttentionList />
      </div>
      <div className={threeColumnsClass}>
        {maySee(needs.fees) && <MoneyReceivedToday />}
        {maySee(needs.intakes) && <NextIntakeStarts />}
        {maySee(needs.messages) && <UnreadMessages />}
      </div>
    </>
  );
}

/** As high as the panels, so that no link below them moves. */
const TodaySkeleton = () => (
  <>
    <Skeletons className={twoColumnsClass} heights={Array(2).fill('h-52')} />
    <Skeletons className={threeColumnsClass} heights={Array(3).fill('h-52')} />
  </>
);

function useLiveUpdates(): boolean {
  const { stats, registrations, documents, contact } = admin.useUtils();
  const { status } = admin.stats.changes.useSubscription(undefined, {
    // Browsers limit the connections to a site, so a hidden tab closes its own.
    enabled: !useHiddenTab(),
    onData: () => {
      void stats.invalidate();
      void registrations.countNew.invalidate();
      void registrations.list.invalidate();
      void documents.counts.invalidate();
      void contact.invalidate();
    },
    onError: (error) => console.error(error),
  });
  return status === 'pending';
}

function LiveStatus({ isLive }: { isLive: boolean }) {
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden className={cx('size-2.5 rounded-full', isLive ? 'bg-success' : 'bg-edge')} />
      {isLive ? 'Live' : 'Connecting…'}
    </p>
  );
}
