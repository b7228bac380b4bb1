import { ChartNoAxesColumn } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { RecentActivity, RecentActivitySkeleton } from './recent-activity.tsx';
import { StatCards, StatCardsSkeleton } from './stat-cards.tsx';

/** What there is, and what was done last. */
export function DashboardPage() {
  const { data: stats, isPending, isFetching, refetch } = admin.stats.get.useQuery();
  const isMissing = !isPending && (!stats || Object.keys(stats).length === 0);
  return (
    <div className="flex flex-col gap-6">
      <Heading level={1} size="block">
        Dashboard
      </Heading>
      {isMissing ? (
        <EmptyState
          icon={ChartNoAxesColumn}
          title="No stats found"
          action={
            <Button variant="outline" pending={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      ) : stats ? (
        <>
          <StatCards stats={stats} />
          <RecentActivity activities={stats.recentActivities} />
        </>
      ) : (
        <>
          <StatCardsSkeleton />
          <RecentActivitySkeleton />
        </>
      )}
    </div>
  );
}
