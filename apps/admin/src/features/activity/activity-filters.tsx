import { entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/activity.constants';
import { admin } from '../../api/admin.ts';
import { makeCapitalisedChoices } from '../../lists/choice.tsx';
import { makeChoiceFilter, makeDayFilter } from '../../lists/filter.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import type { ChangeSearch } from '../../lists/list-search.ts';
import { type ActivitySearch, READ_ACTION_FILTER } from './activity-address.ts';

type FiltersProps = { search: ActivitySearch; onChange: ChangeSearch<ActivitySearch> };

export function ActivityFilters({ search, onChange }: FiltersProps) {
  const { data: accounts = [] } = admin.activity.accounts.useQuery();
  return (
    <FilterBar
      filters={[
        makeChoiceFilter({
          label: 'Type',
          all: 'All types',
          choices: makeCapitalisedChoices(activityTypes),
          value: search.type,
          onChange: (type) => onChange({ type }),
        }),
        makeChoiceFilter({
          label: 'About',
          all: 'Everything',
          choices: makeCapitalisedChoices<string>(entityTypes),
          value: search.entityType,
          onChange: (entityType) => onChange({ entityType }),
        }),
        makeChoiceFilter({
          label: 'Health Information',
          all: 'All entries',
          choices: [[READ_ACTION_FILTER, 'Read or searched']],
          value: search.medical,
          onChange: (medical) => onChange({ medical }),
        }),
        makeChoiceFilter<'system' | number>({
          label: 'Who',
          all: 'Everybody',
          choices: [['system', 'System'], ...accounts.map(({ id, email }) => [id, email] as const)],
          value: search.account,
          onChange: (account) => onChange({ account }),
        }),
        makeDayFilter({ label: 'From', value: search.from, onChange: (from) => onChange({ from }) }),
        makeDayFilter({ label: 'To', value: search.to, onChange: (to) => onChange({ to }) }),
      ]}
    />
  );
}
