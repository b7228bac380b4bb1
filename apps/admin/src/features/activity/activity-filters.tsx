import { entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/activity.constants';
import { Field } from '@institute/ui/field.tsx';
import { admin } from '../../api/admin.ts';
import { Choice, capitalised } from '../../lists/choice.tsx';
import { DayInput } from '../../lists/day-input.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { type ActivityFilter, type ActivitySearch, activitySearch, READ } from './activity-query.ts';

type FiltersProps = { search: ActivitySearch; onSearch: (search: ActivitySearch) => void };

export function ActivityFilters({ search, onSearch }: FiltersProps) {
  const { data: accounts = [] } = admin.activity.accounts.useQuery();
  const filter = (name: ActivityFilter) => ({
    value: search[name] ?? '',
    onChange: (value: string) => onSearch(activitySearch({ ...search, [name]: value, page: undefined })),
  });
  return (
    <FilterBar
      className="md:grid md:grid-cols-3 2xl:grid-cols-6"
      chosen={[search.type, search.entityType, search.medical, search.account, search.from, search.to]}
    >
      <Choice label="Type" all="All types" choices={capitalised(activityTypes)} {...filter('type')} />
      <Choice label="About" all="Everything" choices={capitalised(entityTypes)} {...filter('entityType')} />
      <Choice
        label="Health Information"
        all="All entries"
        choices={[[READ, 'Read or searched']]}
        {...filter('medical')}
      />
      <Choice
        label="Who"
        all="Everybody"
        choices={[['system', 'System'], ...accounts.map(({ id, email }) => [id, email] as const)]}
        {...filter('account')}
      />
      <Field label="From">
        <DayInput {...filter('from')} />
      </Field>
      <Field label="To">
        <DayInput {...filter('to')} />
      </Field>
    </FilterBar>
  );
}
