import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Controller, type FieldValues } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { type FieldProps, useField } from '../../forms/fields.tsx';

const namesOf = ({ items }: { items: { id: number; name: string }[] }) =>
  new Map(items.map(({ id, name }) => [id, name]));

/** Undefined until the names are loaded. */
export function useProgramNames(): ReadonlyMap<number, string> | undefined {
  const { data } = admin.programs.list.useQuery({ sort: 'name' }, { select: namesOf });
  return data;
}

export function ProgramField<V extends FieldValues>(props: FieldProps<V>) {
  const { control, wrapper } = useField(props);
  const names = useProgramNames();
  return (
    <Field {...wrapper}>
      <Controller
        control={control}
        name={props.name}
        render={({ field: { value, onChange, ...field } }) => (
          <Select
            {...field}
            value={value ?? ''}
            onChange={({ target }) => onChange(target.value ? Number(target.value) : undefined)}
          >
            <option value="">{names ? 'Choose a program' : 'Loading programs…'}</option>
            {[...(names ?? [])].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      />
    </Field>
  );
}
