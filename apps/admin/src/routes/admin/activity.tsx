import { keepPreviousData } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { resourceWords } from '../../api/resource-words.ts';
import { activityAddress } from '../../features/activity/activity-address.ts';
import { columns } from '../../features/activity/activity-columns.tsx';
import { ActivityFilters } from '../../features/activity/activity-filters.tsx';
import { activityQuery } from '../../features/activity/activity-query.ts';
import { listScreen } from '../../lists/declared-list.tsx';
import { foundCount } from '../../lists/list-count.tsx';
import { addressedRoute } from '../../lists/list-route.ts';

const ActivityPage = listScreen({
  words: { ...resourceWords({ one: 'activity', many: 'activities' }), heading: 'Activity' },
  caption: ({ sort }) => (sort ? 'Activity' : 'Activity, newest first'),
  address: activityAddress,
  columns,
  useRows: (search) =>
    admin.activity.list.useQuery(activityQuery(search), { placeholderData: keepPreviousData }),
  Filters: ActivityFilters,
  useParts: ({ found: { data }, isNarrowed }) => ({
    count: data && `${isNarrowed ? 'Found' : 'Total Activities'}: ${foundCount(data)}`,
  }),
});

export const Route = createFileRoute('/admin/activity')({
  ...addressedRoute('Activity', activityAddress, ({ activity }) => activity.list),
  component: ActivityPage,
});
