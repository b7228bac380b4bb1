import { formatNumber } from '@institute/contract/rules';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ContentTable } from '../../admin-ui/list/content-table.tsx';
import { pageCount } from '../../admin-ui/list/list-query.ts';
import { Pager } from '../../admin-ui/list/pager.tsx';
import { admin, failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { columns } from './activity-columns.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { activityQuery } from './activity-query.ts';
import type { ActivitySearch } from './activity-search.ts';

/** Who has done what, when and from where. Nobody can change it. */
export function ActivityPage() {
  const search = useSearch({ from: '/admin/activity' });
  const navigate = useNavigate();
  const onSearch = (next: ActivitySearch) =>
    navigate({ to: '/admin/activity', search: next, replace: true, resetScroll: false });
  const { page = 1, ...filters } = search;
  const isNarrowed = Object.keys(filters).length > 0;
  const found = admin.activity.list.useQuery(activityQuery(search), { placeholderData: keepPreviousData });

  return (
    <div className="flex flex-col gap-4">
      <div>
        <Heading level={1} size="block">
          Activity
        </Heading>
        <p aria-live="polite" className="text-muted">
          {found.data
            ? `${isNarrowed ? 'Found' : 'Total Activities'}: ${formatNumber(found.data.total)}`
            : 'Counting…'}
        </p>
      </div>
      <ActivityFilters search={search} onSearch={onSearch} />
      {found.error && !found.data ? (
        <ErrorState
          title="The activity could not be loaded"
          description={failureOf(found.error).message}
          onRetry={() => void found.refetch()}
          pending={found.isFetching}
        />
      ) : found.data?.items.length === 0 ? (
        <EmptyState
          title="No activities found matching your criteria."
          action={
            isNarrowed && (
              <Button variant="outline" onClick={() => onSearch({})}>
                Show all activities
              </Button>
            )
          }
        />
      ) : (
        <ContentTable
          caption="Activity, newest first"
          columns={columns}
          rows={found.data?.items}
          isOutdated={found.isPlaceholderData}
        />
      )}
      <Pager
        page={page}
        pages={pageCount(found.data?.total ?? 0)}
        onPage={(next) => onSearch({ ...search, page: next })}
      />
    </div>
  );
}
