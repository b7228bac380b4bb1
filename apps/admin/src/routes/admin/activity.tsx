import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { activityAddress } from '../../features/activity/activity-address.ts';
import { columns } from '../../features/activity/activity-columns.tsx';
import { ActivityFilters } from '../../features/activity/activity-filters.tsx';
import { toActivityQuery } from '../../features/activity/activity-query.ts';
import { makeListScreen } from '../../lists/declared-list.tsx';
import { formatFoundCount } from '../../lists/list-count.tsx';
import { makeAddressedRoute } from '../../lists/list-route.ts';
import { keepPreviousRowsOption } from '../../lists/list-search.ts';

const ActivityPage = makeListScreen({
  words: { ...makeResourceWords({ one: 'activity', many: 'activities' }), heading: 'Activity' },
  caption: ({ sort }) => (sort ? 'Activity' : 'Activity, newest first'),
  address: activityAddress,
  columns,
  toQuery: toActivityQuery,
  useRows: (query) => admin.activity.list.useQuery(query, keepPreviousRowsOption),
  filters: (list) => <ActivityFilters {...list} />,
  useParts: ({ found: { data }, isNarrowed }) => ({
    count: data && `${isNarrowed ? 'Found' : 'Total Activities'}: ${formatFoundCount(data)}`,
  }),
});

export const Route = createFileRoute('/admin/activity')({
  ...makeAddressedRoute('Activity', activityAddress, ({ activity }) => activity.list),
  component: ActivityPage,
});
