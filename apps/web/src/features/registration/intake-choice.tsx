import type { IntakeSummary } from '@institute/contract';
import { placesText, startText, takesRegistrations } from '@institute/contract/intakes.constants';
import { formatDate, kampalaDay } from '@institute/contract/time';
import { useQuery } from '@tanstack/react-query';
import { ClientOnly } from '@tanstack/react-router';
import { useApi } from '../../api/context.ts';
import { Field, FieldError, fieldId } from '../../ui/field.tsx';
import { Radios } from '../../ui/radios.tsx';
import { Select } from '../../ui/select.tsx';

const NAME = 'intakeId';
/** A date of the applicant's own choice. */
const OTHER = '';

type IntakeChoiceProps = {
  programId: string;
  /** The id of the intake; empty for another date. */
  value: string;
  error: string | undefined;
  onChoose: (id: string, startsOn: string) => void;
};

/** The intakes of the program that take registrations, as choices. Without scripts those of all programs, to select. */
export function IntakeChoice({ programId, value, error, onChoose }: IntakeChoiceProps) {
  const { queries } = useApi();
  const { data } = useQuery(queries.registration.intakes());
  const today = kampalaDay(new Date());
  const intakes = data?.filter((intake) => takesRegistrations(intake, today)) ?? [];
  const own = intakes.filter((intake) => String(intake.programId) === programId);
  return (
    <ClientOnly fallback={<IntakeSelect {...{ intakes, value, error }} />}>
      {own.length > 0 && (
        <div className="sm:col-span-2">
          <Radios
            legend="Intake"
            name={NAME}
            choices={[
              ...own.map((intake) => ({ value: String(intake.id), label: labelOf(intake) })),
              { value: OTHER, label: 'Another date' },
            ]}
            value={value}
            onChoose={(id) => onChoose(id, own.find((intake) => String(intake.id) === id)?.startsOn ?? '')}
          />
          <FieldError>{error}</FieldError>
        </div>
      )}
    </ClientOnly>
  );
}

type Intake = Pick<IntakeSummary, 'id' | 'programId' | 'startsOn' | 'seatsLeft'>;

const labelOf = ({ startsOn, seatsLeft }: Intake) =>
  [startText(formatDate(startsOn)), placesText(seatsLeft)].filter(Boolean).join(', ');

type IntakeSelectProps = Pick<IntakeChoiceProps, 'value' | 'error'> & { intakes: Intake[] };

function IntakeSelect({ intakes, value, error }: IntakeSelectProps) {
  const { data: programs } = useQuery(useApi().queries.registration.programs());
  return (
    <Field id={fieldId('registration', NAME)} label="Intake" error={error} className="sm:col-span-2">
      <Select name={NAME} defaultValue={value}>
        <option value={OTHER}>Another date</option>
        {programs?.map(({ id, name }) => {
          const own = intakes.filter(({ programId }) => programId === id);
          if (own.length === 0) return null;
          return (
            <optgroup key={id} label={name}>
              {own.map((intake) => (
                <option key={intake.id} value={intake.id}>
                  {labelOf(intake)}
                </option>
              ))}
            </optgroup>
          );
        })}
      </Select>
    </Field>
  );
}
