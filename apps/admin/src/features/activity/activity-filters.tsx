import { entityTypes } from '@institute/contract';
import { activityTypes } from '@institute/contract/office.constants';
import { capitalise } from '@institute/contract/text';
import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { admin } from '../../api/admin.ts';
import { DayInput } from '../../lists/day-input.tsx';
import { type ActivityFilter, type ActivitySearch, activitySearch, READ } from './activity-query.ts';

type FiltersProps = { search: ActivitySearch; onSearch: (search: ActivitySearch) => void };

export function ActivityFilters({ search, onSearch }: FiltersProps) {
  const { data: accounts = [] } = admin.activity.accounts.useQuery();
  const day = (name: ActivityFilter) => ({
    value: search[name] ?? '',
    onChange: (value: string) => onSearch(activitySearch({ ...search, [name]: value, page: undefined })),
  });
  const filter = (name: ActivityFilter) => {
    const { value, onChange } = day(name);
    return { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) };
  };
  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-3 2xl:grid-cols-6">
      <Field label="Type">
        <Select {...filter('type')}>
          <option value="">All types</option>
          {activityTypes.map((type) => (
            <option key={type} value={type}>
              {capitalise(type)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="About">
        <Select {...filter('entityType')}>
          <option value="">Everything</option>
          {entityTypes.map((type) => (
            <option key={type} value={type}>
              {capitalise(type)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Health Information">
        <Select {...filter('medical')}>
          <option value="">All entries</option>
          <option value={READ}>Read or searched</option>
        </Select>
      </Field>
      <Field label="Who">
        <Select {...filter('account')}>
          <option value="">Everybody</option>
          <option value="system">System</option>
          {accounts.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From">
        <DayInput {...day('from')} />
      </Field>
      <Field label="To">
        <DayInput {...day('to')} />
      </Field>
    </search>
  );
}
