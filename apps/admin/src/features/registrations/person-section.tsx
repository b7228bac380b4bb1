import {
  type FieldName,
  type RegistrationField,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import { toLocalDay } from '@institute/contract/time';
import { LongTextField, TextField } from '../../forms/fields.tsx';

type ApplicantValues = Partial<Record<FieldName, string>>;

type PersonSectionProps = {
  title: string;
  of: (field: RegistrationField) => boolean;
  isRequired?: (field: RegistrationField) => boolean;
};

/** Controls for the fields of a person, as the registration declares them. */
export function PersonSection({ title, of, isRequired = () => false }: PersonSectionProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-semibold">{title}</legend>
      <div className="grid items-end gap-4 md:grid-cols-2">
        {registrationFields.filter(of).map((field) => (
          <PersonField key={field.name} field={field} required={isRequired(field)} />
        ))}
      </div>
    </fieldset>
  );
}

type PersonFieldProps = { field: RegistrationField & { name: FieldName }; required: boolean };

function PersonField({ field, required }: PersonFieldProps) {
  const { name, kind, label, mayBeEmpty } = field;
  const fieldProps = { name, label, required };
  if (kind === 'text') return <LongTextField<ApplicantValues> {...fieldProps} rows={2} />;
  if (kind === 'birthday')
    return <TextField<ApplicantValues> {...fieldProps} type="date" max={toLocalDay(new Date())} />;
  return (
    <TextField<ApplicantValues> {...fieldProps} hint={mayBeEmpty && 'Empty for somebody with one name'} />
  );
}
