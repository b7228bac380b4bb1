import { describeDueDays, sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import type { LeftUnchangedReason, RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { countItems } from '../../ui/count-items.ts';
import { describeMessageCounts, useWrittenToFileNotice } from '../../ui/outbox-message.tsx';
import { describeMissingDocuments } from './use-missing-documents.ts';

export type BulkPreview = {
  status: RegistrationStatus;
  /** True once the office has answered the question about ages or intakes. */
  isConfirmed: boolean;
  /** Documents that are needed before acceptance, and missing. */
  gaps: number;
} & AdminAnswers['registrations']['previewStatuses'];

const leftOutReasons: Record<LeftUnchangedReason, string> = {
  ageUnknown: 'left out: the date of birth is missing',
  notBegun: 'left: the intake has not begun',
  certified: 'left: withdraw its certificate first',
  notAccepted: 'left: only an accepted registration can be completed',
  completed: 'left: a completed registration can only become accepted again',
};

/** Names how many registrations the bulk action leaves unchanged, and why. Each reason follows a comma. */
export const describeLeftOutRegistrations = (left: BulkPreview['left']): string =>
  left
    .map(({ reason, count }) => {
      const verb = count === 1 ? 'is ' : 'are ';
      return `, ${formatNumber(count)} ${reason === 'ageUnknown' ? verb : ''}${leftOutReasons[reason]}`;
    })
    .join('');

type BulkQuestionProps = {
  /** Null when nothing is asked. */
  preview: BulkPreview | null;
  isPending: boolean;
  onClose: () => void;
  /** Loads the preview again, because the answer changes what the action would do. */
  onAnswer: (isConfirmed: boolean) => void;
  onConfirm: (status: RegistrationStatus, reversesCharges?: boolean) => Promise<void>;
};

const MAX_SHOWN_NAMES = 5;
const joinShownNames = (names: string[]): string =>
  [
    ...names.slice(0, MAX_SHOWN_NAMES),
    ...(names.length > MAX_SHOWN_NAMES ? [`${formatNumber(names.length - MAX_SHOWN_NAMES)} more`] : []),
  ].join(', ');

/** The question that the chosen status needs: one about ages, or one about intakes. */
const findBulkQuestion = ({ agesUnknown, notBegun }: BulkPreview) =>
  agesUnknown.length > 0
    ? { about: 'Without a date of birth', names: agesUnknown, answer: 'They are of age or a guardian agreed' }
    : { about: 'Their intake has not begun', names: notBegun, answer: 'They have completed all the same' };

/** Asks before the change, because Undo delays the messages for some seconds only. */
export function BulkQuestion({ preview, isPending, onClose, onAnswer, onConfirm }: BulkQuestionProps) {
  const messageCounts = { email: preview?.emails ?? 0, sms: preview?.sms ?? 0 };
  const messageFileNotice = useWrittenToFileNotice(messageCounts);
  if (!preview) return null;
  const { status, changed, left, cost, notDue, isConfirmed } = preview;
  const { waitsForDecision, gaps } = preview;
  const questionBeforeChange = findBulkQuestion(preview);
  // Perhaps the question concerns every registration, so that none would be changed yet
  const changedRegistrationCount = changed || questionBeforeChange.names.length;
  const mayReverseCharges = notDue.length > 0;
  return (
    <AlertDialog
      onClose={onClose}
      title={`Set ${countItems(changedRegistrationCount, 'registration')} to ${capitalise(status)}?`}
      description={
        <>
          {gaps > 0 && `${describeMissingDocuments(gaps)} `}
          {describeMessageCounts(messageCounts)}
          {messageFileNotice && ` ${messageFileNotice}`}
          {cost && ` The SMS cost about ${cost.currency} ${formatNumber(Math.ceil(cost.amount))}.`}
          {left.length > 0 && ` ${describeLeftOutRegistrations(left).slice(2)}.`}
          {mayReverseCharges &&
            ` Take back ${formatLocalMoney(sumAmounts(notDue))} that is not due yet? ${describeDueDays(notDue)}`}
          {waitsForDecision && ' Who keeps the fees is asked about those that are not due yet.'}
        </>
      }
      confirmLabel={mayReverseCharges ? 'Take Back' : 'Change Status'}
      variant="primary"
      pending={isPending}
      disabled={changed === 0}
      onConfirm={() => onConfirm(status, mayReverseCharges ? true : undefined)}
      other={mayReverseCharges ? { label: 'Keep Owed', onPress: () => onConfirm(status, false) } : undefined}
    >
      {questionBeforeChange.names.length > 0 && (
        <>
          <p className="wrap-anywhere">
            {questionBeforeChange.about}: {joinShownNames(questionBeforeChange.names)}.
          </p>
          <Checkbox
            label={questionBeforeChange.answer}
            checked={isConfirmed}
            disabled={isPending}
            onChange={({ target }) => onAnswer(target.checked)}
          />
        </>
      )}
    </AlertDialog>
  );
}
