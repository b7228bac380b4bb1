import type { IntakeSummary } from '@institute/contract';
import { placesText, startText, takesRegistrations } from '@institute/contract/content.constants';
import { formatDate, kampalaDay } from '@institute/contract/time';
import { Field, FieldError, fieldId } from '@institute/ui/field.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Select } from '@institute/ui/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { ClientOnly } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/context.ts';

const NAME = 'intakeId';
const OTHER = '';

type IntakeChoiceProps = {
  programId: string;
  isClosed: boolean;
  value: string;
  error: string | undefined;
  onChoose: (id: string, startsOn: string) => void;
};

function useOpenIntakes() {
  const { data } = useQuery(useApi().queries.registration.intakes());
  const today = kampalaDay(new Date());
  return data?.filter((intake) => takesRegistrations(intake, today));
}

const isOf = (program: string) => (intake: Intake) => String(intake.programId) === program;

/** True for a chosen intake that the program does not offer, such as one that has closed. */
export function useIsClosed({ programId, intakeId }: Record<'programId' | 'intakeId', string>): boolean {
  const own = useOpenIntakes()?.filter(isOf(programId));
  return intakeId !== OTHER && own !== undefined && own.every(({ id }) => String(id) !== intakeId);
}

/** Without scripts it offers the intakes of all programs. */
export function IntakeChoice({ programId, isClosed, value, error, onChoose }: IntakeChoiceProps) {
  const intakes = useOpenIntakes() ?? [];
  const own = intakes.filter(isOf(programId));
  const [closedIn, setClosedIn] = useState<string>();
  // offers another date; stays after the choice, because it has the focus
  if (isClosed && closedIn !== programId) setClosedIn(programId);
  return (
    <ClientOnly fallback={<IntakeSelect {...{ intakes, value, error }} />}>
      {(own.length > 0 || closedIn === programId) && (
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
