import { describeDueDays, sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney } from '@institute/contract/money';
import {
  findStatusRefusal,
  isAgeAsked,
  registrationLimits,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Button } from '@institute/ui/button.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Field } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { useOneAtATime } from '@institute/ui/one-at-a-time.ts';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Select } from '@institute/ui/select.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import type { DecisionAnswers, DecisionState, StatusAndNote } from './use-decision.ts';
import { describeMissingDocuments } from './use-missing-documents.ts';

type AfterSaveCallback = (() => void) | undefined;

/** Saves a decision, after it has asked the questions that the decision needs. */
export function useSaveWithQuestions({
  storedStatus,
  isAgeUnknown,
  isSaving,
  save,
  readCharged,
  readGaps,
  doubted,
  endDoubt,
}: DecisionState) {
  const isCompletedEarly = doubted?.status === 'completed';
  const waitingListChoice = {
    label: 'Put on the waiting list',
    onPress: () => doubted && save({ ...doubted, status: 'waiting' }),
  };
  const { ask, question } = useQuestion();
  const saveAfterQuestions = useOneAtATime(
    async (decided: StatusAndNote, then: AfterSaveCallback): Promise<void> => {
      const { status } = decided;
      const saveDecidedStatus = async (answers: DecisionAnswers = {}) => {
        if (await save(decided, answers)) then?.();
      };
      const onConfirm = () => saveDecidedStatus();
      const { due, notDue } = await readCharged(status);
      const chargeStaysText = `${formatLocalMoney(due)} is due already and stays on the account. An owner can reverse it there.`;
      if (notDue.length > 0) {
        return ask({
          title: `Take back ${formatLocalMoney(sumAmounts(notDue))} that is not due yet?`,
          description: [describeDueDays(notDue), due > 0 && chargeStaysText].filter(Boolean).join(' '),
          confirmLabel: 'Take Back',
          variant: 'primary',
          onConfirm: () => saveDecidedStatus({ reversesCharges: true }),
          other: { label: 'Keep Owed', onPress: () => saveDecidedStatus({ reversesCharges: false }) },
        });
      }
      if (due > 0) {
        const questionTitle = `Save as ${capitalise(status)}?`;
        return ask({
          title: questionTitle,
          description: chargeStaysText,
          confirmLabel: 'Save',
          variant: 'primary',
          onConfirm,
        });
      }
      const isNewlyAccepted = status === 'accepted' && storedStatus !== 'accepted';
      const missingDocuments = isNewlyAccepted ? await readGaps() : [];
      const isAgeToBeAsked = isAgeAsked({ from: storedStatus, to: status, isAgeUnknown });
      if (missingDocuments.length === 0 && !isAgeToBeAsked) return onConfirm();
      const ageQuestion =
        'The date of birth is missing. Has a guardian agreed, or is the applicant 18 or older?';
      ask({
        title: describeMissingDocuments(missingDocuments.length) ?? 'Accept this applicant?',
        description: [
          missingDocuments.length > 0 && `${missingDocuments.join(', ')}.`,
          isAgeToBeAsked && ageQuestion,
        ]
          .filter(Boolean)
          .join(' '),
        confirmLabel: missingDocuments.length > 0 ? 'Accept Anyway' : 'Accept',
        variant: 'primary',
        onConfirm,
      });
    },
  );
  const questionDialogs = (
    <>
      {question}
      <AlertDialog
        open={doubted !== null}
        onClose={endDoubt}
        {...(isCompletedEarly ? earlyCompletionTexts : noSeatsQuestionTexts)}
        variant="primary"
        pending={isSaving}
        onConfirm={() => doubted && save(doubted, { anyway: true })}
        other={isCompletedEarly ? undefined : waitingListChoice}
      />
    </>
  );
  return { askAndSave: saveAfterQuestions, questions: questionDialogs };
}

type RegistrationDecisionProps = {
  decision: DecisionState;
  onSave: (decided: StatusAndNote, then: AfterSaveCallback) => void;
  onNext: AfterSaveCallback;
};

export function RegistrationDecision({ decision, onSave, onNext }: RegistrationDecisionProps) {
  const { typed, storedStatus, change, isChanged, isSaving, outcome } = decision;
  const describeNotification = useDescribeNotification();
  return (
    <Form
      aria-label="Decision"
      className="flex flex-wrap items-center gap-x-3 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) onSave(typed, undefined);
      }}
    >
      <Field
        label="Status"
        // The row is low, because the sheet below needs most of the height
        className="min-w-36 basis-full flex-row items-center gap-3 *:last:grow md:basis-auto"
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
      <Button type="submit" size="sm" variant="outline" pending={isSaving} disabled={!isChanged}>
        {isSaving ? 'Saving...' : 'Save'}
      </Button>
      {onNext && (
        <Button
          size="sm"
          variant="outline"
          disabled={isSaving}
          onClick={() => (isChanged ? onSave(typed, onNext) : onNext())}
        >
          Save and next
        </Button>
      )}
      {outcome && (
        <div
          className={cx('flex min-w-0 flex-1 basis-24 items-center', !outcome.isDone && 'max-md:basis-full')}
        >
          <OutcomeLine outcome={outcome} />
        </div>
      )}
      <p className="sr-only">{describeNotification('The applicant is told of a new status')}</p>
    </Form>
  );
}

const noSeatsQuestionTexts = {
  title: 'No seats left',
  description: 'The intake is full. Accept the applicant beyond its seats?',
  confirmLabel: 'Accept Anyway',
};
const earlyCompletionTexts = {
  title: 'Completed before the start?',
  description: 'The intake has not begun. Has this person completed the program all the same?',
  confirmLabel: 'Set to Completed',
};

/** The note stands next to the status where there is room. */
function DecisionNote({ decision: { typed, change } }: { decision: DecisionState }) {
  return (
    <Field
      label="Note"
      className="min-w-36 flex-1 basis-full flex-row items-center gap-3 *:last:grow md:basis-36"
    >
      <Textarea
        rows={1}
        placeholder="For the office"
        className="field-sizing-content max-h-32 min-h-11! px-3! py-2!"
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
