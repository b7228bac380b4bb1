import { entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/activity.constants';
import { Field } from '@institute/ui/field.tsx';
import { admin } from '../../api/admin.ts';
import { Choice, capitaliseAll } from '../../lists/choice.tsx';
import { DayInput } from '../../lists/day-input.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import { type ActivityFilter, type ActivitySearch, READ } from './activity-query.ts';

type FiltersProps = { search: ActivitySearch; onChange: (part: Record<string, unknown>) => void };

export function ActivityFilters({ search, onChange }: FiltersProps) {
  const { data: accounts = [] } = admin.activity.accounts.useQuery();
  const filterProps = (name: ActivityFilter) => ({
    value: search[name] ?? '',
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <FilterBar
      className="md:grid md:grid-cols-3 2xl:grid-cols-6"
      chosen={[search.type, search.entityType, search.medical, search.account, search.from, search.to]}
    >
      <Choice label="Type" all="All types" choices={capitaliseAll(activityTypes)} {...filterProps('type')} />
      <Choice
        label="About"
        all="Everything"
        choices={capitaliseAll(entityTypes)}
        {...filterProps('entityType')}
      />
      <Choice
        label="Health Information"
        all="All entries"
        choices={[[READ, 'Read or searched']]}
        {...filterProps('medical')}
      />
      <Choice
        label="Who"
        all="Everybody"
        choices={[['system', 'System'], ...accounts.map(({ id, email }) => [id, email] as const)]}
        {...filterProps('account')}
      />
      <Field label="From">
        <DayInput {...filterProps('from')} />
      </Field>
      <Field label="To">
        <DayInput {...filterProps('to')} />
      </Field>
    </FilterBar>
  );
}
