import { kampalaDay } from '@institute/contract/time';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { Field as FormField, fieldId } from '@institute/ui/field.tsx';
import { Input } from '@institute/ui/input.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import type { Applicant } from './applicant.ts';
import { CHECKED, type Field } from './fields.ts';
import { ProgramSelect } from './program-select.tsx';

type WizardFieldProps = {
  field: Field;
  applicant: Applicant;
  value: string;
  error: string | undefined;
  onEdit: (value: string) => void;
  required?: boolean;
};

export function WizardField({ field, applicant, value, error, onEdit, required = false }: WizardFieldProps) {
  const { name, label, kind } = field;
  if (kind === 'check') {
    return (
      <Checkbox
        id={fieldId('registration', name)}
        name={name}
        value={CHECKED}
        required={required}
        label={label}
        checked={value === CHECKED}
        error={error}
        onChange={({ target }) => onEdit(target.checked ? CHECKED : '')}
        className="sm:col-span-2"
      />
    );
  }
  const control = {
    name,
    value,
    autoComplete: autoCompleteOf(field, applicant),
    ...(name === 'dateOfBirth' && birthRange()),
  };
  return (
    <FormField
      id={fieldId('registration', name)}
      label={label}
      error={error}
      required={required}
      className={kind === 'long' || kind === 'email' || kind === 'program' ? 'sm:col-span-2' : undefined}
    >
      {kind === 'program' && <ProgramSelect name={name} value={value} onChoose={onEdit} />}
      {kind === 'long' && <Textarea {...control} rows={3} onChange={({ target }) => onEdit(target.value)} />}
      {kind !== 'program' && kind !== 'long' && (
        <Input {...control} type={kind} onChange={({ target }) => onEdit(target.value)} />
      )}
    </FormField>
  );
}

/** Browsers fill in the data of the person who writes, who may be a parent. */
const autoCompleteOf = (
  { autoComplete = 'off', autoCompleteForChild = autoComplete }: Field,
  who: Applicant,
) => (who === 'child' ? autoCompleteForChild : autoComplete);

const OLDEST_YEARS = 100;

function birthRange() {
  const max = kampalaDay(new Date());
  return { min: `${Number(max.slice(0, 4)) - OLDEST_YEARS}${max.slice(4)}`, max };
}
