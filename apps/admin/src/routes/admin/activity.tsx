import { keepPreviousData } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { activityAddress } from '../../features/activity/activity-address.ts';
import { columns } from '../../features/activity/activity-columns.tsx';
import { ActivityFilters } from '../../features/activity/activity-filters.tsx';
import { activityQuery } from '../../features/activity/activity-query.ts';
import { foundCount } from '../../lists/list-count.tsx';
import { firstPage } from '../../lists/list-route.ts';
import { ListScreen } from '../../lists/list-screen.tsx';
import { isNarrowedBy, useListSearch } from '../../lists/list-search.ts';
import { Nothing } from '../../lists/nothing.tsx';
import { RowTable } from '../../lists/row-table.tsx';

export const Route = createFileRoute('/admin/activity')({
  validateSearch: activityAddress,
  head: () => ({ meta: [{ title: 'Activity – Admin' }] }),
  loader: firstPage(({ activity }) => activity.list),
  component: ActivityPage,
});

const words = { many: 'activities', empty: 'No activities found matching your criteria.' };

function ActivityPage() {
  const { search, changeSearch, showAll, paging } = useListSearch(Route.useSearch());
  const { page, sort, ...filters } = search;
  const isNarrowed = isNarrowedBy(filters);
  const found = admin.activity.list.useQuery(activityQuery(search), { placeholderData: keepPreviousData });

  return (
    <ListScreen
      heading="Activity"
      many="activity"
      count={found.data && `${isNarrowed ? 'Found' : 'Total Activities'}: ${foundCount(found.data)}`}
      found={found}
      filters={<ActivityFilters search={search} onChange={changeSearch} />}
      rows={(rows) => (
        <RowTable
          caption={sort ? 'Activity' : 'Activity, newest first'}
          columns={columns}
          sorting={{ by: sort, onSort: (by) => changeSearch({ sort: by }) }}
          {...rows}
        />
      )}
      empty={<Nothing words={words} isNarrowed={isNarrowed} onClear={showAll} />}
      paging={{ page, onPage: paging.onPage }}
    />
  );
}
