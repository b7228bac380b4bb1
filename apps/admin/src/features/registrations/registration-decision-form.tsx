import type { ChosenStatus } from '@institute/contract';
import { describeDueDays, listNotDue, sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import {
  findStatusRefusal,
  hasSeat,
  isAgeAsked,
  type RegistrationStatus,
  registrationLimits,
  registrationStatuses,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime, toLocalDay } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { useOneAtATime } from '@institute/ui/one-at-a-time.ts';
import { type Outcome, OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { formatFailure } from '../../api/use-change.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';

export type Decision = { status: RegistrationStatus; note: string };
type Answers = { reversesCharges?: boolean; anyway?: boolean };
type RegistrationDetails = AdminAnswers['registrations']['get'];

export function useDecision(
  { view, tag, history, ...rest }: RegistrationDetails,
  kept: { decision: Decision; tag: string | undefined } | undefined,
  onSaved: (id: number) => void,
) {
  const utils = admin.useUtils();
  const { mutateAsync: decide, isPending: isSaving } = admin.registrations.decide.useMutation();
  const { mutateAsync: undoStatuses } = admin.registrations.undoStatuses.useMutation();
  const describeNotification = useDescribeNotification();
  const stored: Decision = { status: view.status, note: view.note ?? '' };
  const [typed, setTyped] = useState(kept?.decision ?? stored);
  /**
   * The version that was edited. A newer one may be loaded, and a save must not overwrite it without asking.
   */
  const [editedTag, setEditedTag] = useState(kept?.tag ?? tag);
  const [isConflict, setConflict] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [beyondSeats, setBeyondSeats] = useState<Decision | null>(null);
  const isChanged = typed.status !== stored.status || typed.note.trim() !== stored.note;
  const step = { from: stored.status, to: typed.status, isAgeUnknown: !view.dateOfBirth };
  const { id } = view;
  /** Every change starts this call already. */
  const readNewest = () => utils.registrations.get.refetch({ id }, undefined, { cancelRefetch: false });

  const saveDecision = async (decision = typed, { reversesCharges, anyway = false }: Answers = {}) => {
    let isSaved = false;
    setOutcome(undefined);
    setBeyondSeats(null);
    try {
      const { nextInLine, undo, waitsForDecision, ...saved } = await decide({
        id,
        ifMatch: editedTag,
        ...decision,
        reversesCharges,
        anyway,
      });
      utils.registrations.get.setData({ id }, { ...rest, ...saved });
      setTyped({ status: saved.view.status, note: saved.view.note ?? '' });
      setEditedTag(saved.tag);
      setConflict(false);
      onSaved(id);
      isSaved = true;
      setOutcome({ isDone: true, text: `Saved as ${capitalise(saved.view.status)}.` });
      const freed =
        nextInLine &&
        `A seat is free in ${nextInLine.intake}. ${nextInLine.name} is first on the waiting list.`;
      toast.success('Registration updated successfully', {
        description: [
          undo && describeNotification(`The applicant is told in ${undoSeconds} seconds`),
          waitsForDecision && 'Who keeps the fees is asked about those that are not due yet.',
          freed,
        ]
          .filter(Boolean)
          .join(' '),
        ...(undo && {
          action: { label: 'Undo', onPress: () => void undoDecision(undo, decision.status) },
          endsAfterMs: undoSeconds * 1000,
        }),
      });
    } catch (error) {
      const failure = toApiFailure(error);
      const isOutdated = failure.code === 'PRECONDITION_FAILED';
      // The warning names the newest change, and a save after it needs that change's tag.
      if (isOutdated) {
        await readNewest();
        setEditedTag(utils.registrations.get.getData({ id })?.tag ?? editedTag);
      } else {
        const reason = formatFailure(failure);
        setOutcome({ isDone: false, text: `It was not saved. ${reason}` });
        if (failure.code === 'NO_SEATS_LEFT') setBeyondSeats(decision);
        else toast.error('Failed to save registration', { description: reason });
      }
      setConflict(isOutdated);
    }
    return isSaved;
  };

  const undoDecision = async (row: ChosenStatus, undone: RegistrationStatus) => {
    try {
      await undoStatuses({ rows: [row] });
      onSaved(id);
      setOutcome(undefined);
      toast.success('Undone');
    } catch (error) {
      toast.error('Nothing was undone', { description: toApiFailure(error).message });
    }
    await readNewest();
    // Keep what was typed since then
    setTyped((now) => (now.status === undone ? { ...now, status: row.status } : now));
    setEditedTag((before) => utils.registrations.get.getData({ id })?.tag ?? before);
  };

  /** Amount that a person who leaves owes. Null for an account that may not keep fees. */
  const readCharged = async () => {
    const hasLeft = typed.status === 'rejected' || typed.status === 'withdrawn';
    const account =
      hasLeft && hasSeat(stored.status)
        ? await utils.fees.account.fetch({ registrationId: id }, { staleTime: 0 }).catch(() => null)
        : null;
    return {
      due: account?.overdue ?? 0,
      notDue: account ? listNotDue(account.charges, toLocalDay(new Date())) : [],
    };
  };

  return {
    readCharged,
    beyondSeats,
    endBeyondSeats: () => setBeyondSeats(null),
    typed,
    storedStatus: stored.status,
    tag: editedTag,
    followTag: setEditedTag,
    restore: (decision: Decision, editedThen: string | undefined) => {
      setTyped(decision);
      setEditedTag(editedThen ?? tag);
    },
    change: (part: Partial<Decision>) => setTyped({ ...typed, ...part }),
    isChanged,
    isAgeAsked: isAgeAsked(step),
    isSaving,
    save: saveDecision,
    // The form differs from what was saved
    outcome: outcome?.isDone && isChanged ? undefined : outcome,
    conflict: isConflict ? (history[0] ?? null) : null,
  };
}

export type DecisionState = ReturnType<typeof useDecision>;

type RegistrationDecisionProps = {
  decision: DecisionState;
  onNext: (() => void) | undefined;
};

export function RegistrationDecision({ decision, onNext }: RegistrationDecisionProps) {
  const { typed, storedStatus, change, isChanged, isAgeAsked, isSaving, save, outcome, readCharged } =
    decision;
  const { beyondSeats, endBeyondSeats } = decision;
  const { ask, question } = useQuestion();
  const describeNotification = useDescribeNotification();
  const saveThen = useOneAtATime(async (then?: () => void): Promise<void> => {
    const saveIt = async (answers: Answers = {}) => {
      if (!isChanged || (await save(typed, answers))) then?.();
    };
    const onConfirm = () => saveIt();
    const { due, notDue } = await readCharged();
    const stays = `${formatLocalMoney(due)} is due already and stays on the account. An owner can reverse it there.`;
    if (notDue.length > 0) {
      return ask({
        title: `Take back ${formatLocalMoney(sumAmounts(notDue))} that is not due yet?`,
        description: [describeDueDays(notDue), due > 0 && stays].filter(Boolean).join(' '),
        confirmLabel: 'Take Back',
        variant: 'primary',
        onConfirm: () => saveIt({ reversesCharges: true }),
        other: { label: 'Keep Owed', onPress: () => saveIt({ reversesCharges: false }) },
      });
    }
    if (due > 0) {
      const title = `Save as ${capitalise(typed.status)}?`;
      return ask({ title, description: stays, confirmLabel: 'Save', variant: 'primary', onConfirm });
    }
    if (!isAgeAsked) return onConfirm();
    ask({
      title: 'Accept this applicant?',
      description: 'The date of birth is missing. Has a guardian agreed, or is the applicant 18 or older?',
      confirmLabel: 'Accept',
      variant: 'primary',
      onConfirm,
    });
  });
  return (
    <>
      <Form
        aria-label="Decision"
        className="flex flex-wrap items-end gap-x-3 gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          saveThen();
        }}
      >
        <Field
          label="Status"
          className={cx(
            'min-w-36 basis-full md:max-w-44 md:flex-1',
            // The sheet below keeps most of a phone's height
            'max-md:flex-row max-md:items-center max-md:gap-3 max-md:*:last:grow',
          )}
        >
          <Select
            value={typed.status}
            onChange={({ target }) =>
              change({
                status: registrationStatuses.find((status) => status === target.value) ?? typed.status,
              })
            }
          >
            {registrationStatuses.map((status) => (
              <option key={status} value={status} disabled={findStatusRefusal(storedStatus, status) !== null}>
                {capitalise(status)}
              </option>
            ))}
          </Select>
        </Field>
        <DecisionNote decision={decision} />
        <Button
          type="submit"
          variant={onNext ? 'outline' : 'primary'}
          pending={isSaving}
          disabled={!isChanged}
        >
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
        {onNext && (
          <Button disabled={isSaving} onClick={() => saveThen(onNext)}>
            Save and next
          </Button>
        )}
        {outcome && (
          <div
            className={cx(
              'flex min-h-11 min-w-0 flex-1 basis-24 items-center',
              !outcome.isDone && 'max-md:basis-full',
            )}
          >
            <OutcomeLine outcome={outcome} />
          </div>
        )}
        <p className="sr-only">{describeNotification('The applicant is told of a new status')}</p>
      </Form>
      {question}
      <AlertDialog
        open={beyondSeats !== null}
        onClose={endBeyondSeats}
        title="No seats left"
        description="The intake is full. Accept the applicant beyond its seats?"
        confirmLabel="Accept Anyway"
        variant="primary"
        pending={isSaving}
        onConfirm={() => beyondSeats && save(beyondSeats, { anyway: true })}
        other={{
          label: 'Put on the waiting list',
          onPress: () => beyondSeats && save({ ...beyondSeats, status: 'waiting' }),
        }}
      />
    </>
  );
}

/** Next to the status where there is room. */
function DecisionNote({ decision: { typed, change } }: { decision: DecisionState }) {
  return (
    <Field
      label="Note"
      className="min-w-36 flex-1 basis-full max-md:flex-row max-md:items-center max-md:gap-3 max-md:*:last:grow md:basis-48"
    >
      <Textarea
        rows={1}
        placeholder="For the office, saved with the status"
        className="field-sizing-content max-h-32 min-h-11! py-2!"
        maxLength={registrationLimits.note}
        value={typed.note}
        onChange={({ target }) => change({ note: target.value })}
      />
    </Field>
  );
}

export function DecisionConflict({ conflict }: Pick<DecisionState, 'conflict'>) {
  if (!conflict) return null;
  return (
    <Alert tone="danger" title="Somebody else has changed this registration in the meantime">
      <p>
        {conflict.by ?? 'System'}{' '}
        {conflict.corrected ? 'corrected the details' : `set it to ${capitalise(conflict.to)}`},{' '}
        {formatDateTime(conflict.at)}.{conflict.note && ` Their note: ${conflict.note}`}
      </p>
      <p>What you have chosen is still here: save it to put it over theirs.</p>
    </Alert>
  );
}
