import { entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/activity.constants';
import { Field } from '@institute/ui/field.tsx';
import { admin } from '../../api/admin.ts';
import { Choice, capitaliseAll } from '../../lists/choice.tsx';
import { DayInput } from '../../lists/day-input.tsx';
import { FilterBar } from '../../lists/filter-bar.tsx';
import type { ChangeSearch } from '../../lists/list-search.ts';
import { type ActivitySearch, READ_ACTION } from './activity-address.ts';

type FiltersProps = { search: ActivitySearch; onChange: ChangeSearch<ActivitySearch> };

export function ActivityFilters({ search, onChange }: FiltersProps) {
  const { data: accounts = [] } = admin.activity.accounts.useQuery();
  return (
    <FilterBar
      className="md:grid md:grid-cols-3 2xl:grid-cols-6"
      chosen={[search.type, search.entityType, search.medical, search.account, search.from, search.to]}
    >
      <Choice
        label="Type"
        all="All types"
        choices={capitaliseAll(activityTypes)}
        value={search.type}
        onChange={(type) => onChange({ type })}
      />
      <Choice
        label="About"
        all="Everything"
        choices={capitaliseAll<string>(entityTypes)}
        value={search.entityType}
        onChange={(entityType) => onChange({ entityType })}
      />
      <Choice
        label="Health Information"
        all="All entries"
        choices={[[READ_ACTION, 'Read or searched']]}
        value={search.medical}
        onChange={(medical) => onChange({ medical })}
      />
      <Choice<'system' | number>
        label="Who"
        all="Everybody"
        choices={[['system', 'System'], ...accounts.map(({ id, email }) => [id, email] as const)]}
        value={search.account}
        onChange={(account) => onChange({ account })}
      />
      <Field label="From">
        <DayInput value={search.from ?? ''} onChange={(from) => onChange({ from })} />
      </Field>
      <Field label="To">
        <DayInput value={search.to ?? ''} onChange={(to) => onChange({ to })} />
      </Field>
    </FilterBar>
  );
}
