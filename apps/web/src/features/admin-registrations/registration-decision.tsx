import { registrationLimits, registrationStatuses } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { Frame } from './registration-sections.tsx';
import type { useDecision } from './use-decision.ts';

/** Status of a registration and the office's note. */
export function RegistrationDecision({ decision }: { decision: ReturnType<typeof useDecision> }) {
  const { typed, change, isChanged, isSaving, save, conflict } = decision;
  return (
    <Frame title="Decision">
      <form
        className="mt-3 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Status" hint="The applicant is told of a new status by e-mail.">
          <Select
            className="md:w-60"
            value={typed.status}
            onChange={({ target }) =>
              change({
                status: registrationStatuses.find((status) => status === target.value) ?? typed.status,
              })
            }
          >
            {registrationStatuses.map((status) => (
              <option key={status} value={status}>
                {capitalise(status)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Note" hint="For the office only.">
          <Textarea
            rows={3}
            maxLength={registrationLimits.note}
            value={typed.note}
            onChange={({ target }) => change({ note: target.value })}
          />
        </Field>
        {conflict && (
          <Alert tone="danger" title="Somebody else has changed this registration in the meantime">
            <p>
              {conflict.by ?? 'System'} set it to {capitalise(conflict.to)}, {formatDateTime(conflict.at)}.
              {conflict.note && ` Their note: ${conflict.note}`}
            </p>
            <p>What you have chosen is still here: save it to put it over theirs.</p>
          </Alert>
        )}
        <div className="flex justify-end">
          <Button type="submit" pending={isSaving} disabled={!isChanged}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Frame>
  );
}
