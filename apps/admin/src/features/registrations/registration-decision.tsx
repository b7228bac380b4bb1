import { registrationLimits, registrationStatuses } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import type { useDecision } from './use-decision.ts';

type Decision = ReturnType<typeof useDecision>;

type RegistrationDecisionProps = {
  decision: Decision;
  onNext: (() => void) | undefined;
};

export function RegistrationDecision({ decision, onNext }: RegistrationDecisionProps) {
  const { typed, change, isChanged, isSaving, save } = decision;
  const saveAndNext = async () => {
    if (!isChanged || (await save())) onNext?.();
  };
  return (
    <form
      aria-label="Decision"
      className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-x-3 gap-y-2 md:grid-cols-[11rem_minmax(0,1fr)_auto_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field label="Status" className="max-md:col-span-3">
        <Select
          value={typed.status}
          onChange={({ target }) =>
            change({ status: registrationStatuses.find((status) => status === target.value) ?? typed.status })
          }
        >
          {registrationStatuses.map((status) => (
            <option key={status} value={status}>
              {capitalise(status)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Note" className="max-md:col-span-3">
        <Textarea
          rows={1}
          className="field-sizing-content max-h-32 min-h-11! py-2!"
          maxLength={registrationLimits.note}
          value={typed.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </Field>
      <Button
        type="submit"
        variant={onNext ? 'outline' : 'primary'}
        className="max-md:col-start-2"
        pending={isSaving}
        disabled={!isChanged}
      >
        {isSaving ? 'Saving...' : 'Save'}
      </Button>
      {onNext && (
        <Button disabled={isSaving} onClick={() => void saveAndNext()}>
          Save and next
        </Button>
      )}
      <p className="col-span-full text-sm text-muted max-md:sr-only">
        The applicant is told of a new status by e-mail. The note is for the office only.
      </p>
    </form>
  );
}

export function DecisionConflict({ conflict }: Pick<Decision, 'conflict'>) {
  if (!conflict) return null;
  return (
    <Alert tone="danger" title="Somebody else has changed this registration in the meantime">
      <p>
        {conflict.by ?? 'System'} set it to {capitalise(conflict.to)}, {formatDateTime(conflict.at)}.
        {conflict.note && ` Their note: ${conflict.note}`}
      </p>
      <p>What you have chosen is still here: save it to put it over theirs.</p>
    </Alert>
  );
}
