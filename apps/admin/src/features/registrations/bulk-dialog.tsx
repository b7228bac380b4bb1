import { describeDueDays, sumAmounts } from '@institute/contract/fees.constants';
import { formatLocalMoney, formatNumber } from '@institute/contract/money';
import type { LeftReason, RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { countItems } from '../../ui/count-items.ts';
import { describeSending, useFiledWords } from '../../ui/outbox-message.tsx';
import { describeGaps } from './use-missing-documents.ts';

export type BulkPreview = {
  status: RegistrationStatus;
  /** The office has answered what is asked about some of them. */
  isConfirmed: boolean;
  /** Documents that are needed before acceptance, and missing. */
  gaps: number;
} & AdminAnswers['registrations']['previewStatuses'];

const leftOutReasons: Record<LeftReason, string> = {
  ageUnknown: 'left out: the date of birth is missing',
  notBegun: 'left: the intake has not begun',
  certified: 'left: withdraw its certificate first',
  notAccepted: 'left: only an accepted registration can be completed',
  completed: 'left: a completed registration can only become accepted again',
};

/** Registrations that the bulk action leaves, each with a comma before it. */
export const describeLeft = (left: BulkPreview['left']): string =>
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
  /** Asks again what the change would do. */
  onAnswer: (isConfirmed: boolean) => void;
  onConfirm: (status: RegistrationStatus, reversesCharges?: boolean) => Promise<void>;
};

const namesShown = 5;
const listNames = (names: string[]): string =>
  [
    ...names.slice(0, namesShown),
    ...(names.length > namesShown ? [`${formatNumber(names.length - namesShown)} more`] : []),
  ].join(', ');

/** One status asks about ages, another one about intakes. */
const findBulkQuestion = ({ agesUnknown, notBegun }: BulkPreview) =>
  agesUnknown.length > 0
    ? { about: 'Without a date of birth', names: agesUnknown, answer: 'They are of age or a guardian agreed' }
    : { about: 'Their intake has not begun', names: notBegun, answer: 'They have completed all the same' };

/** Asks before the change, because Undo delays the messages for some seconds only. */
export function BulkQuestion({ preview, isPending, onClose, onAnswer, onConfirm }: BulkQuestionProps) {
  const messages = { email: preview?.emails ?? 0, sms: preview?.sms ?? 0 };
  const filedWords = useFiledWords(messages);
  if (!preview) return null;
  const { status, changed, left, cost, notDue, isConfirmed } = preview;
  const { waitsForDecision, gaps } = preview;
  const question = findBulkQuestion(preview);
  // Perhaps all people are asked about
  const count = changed || question.names.length;
  const mayReverse = notDue.length > 0;
  return (
    <AlertDialog
      onClose={onClose}
      title={`Set ${countItems(count, 'registration')} to ${capitalise(status)}?`}
      description={
        <>
          {gaps > 0 && `${describeGaps(gaps)} `}
          {describeSending(messages)}
          {filedWords && ` ${filedWords}`}
          {cost && ` The SMS cost about ${cost.currency} ${formatNumber(Math.ceil(cost.amount))}.`}
          {left.length > 0 && ` ${describeLeft(left).slice(2)}.`}
          {mayReverse &&
            ` Take back ${formatLocalMoney(sumAmounts(notDue))} that is not due yet? ${describeDueDays(notDue)}`}
          {waitsForDecision && ' Who keeps the fees is asked about those that are not due yet.'}
        </>
      }
      confirmLabel={mayReverse ? 'Take Back' : 'Change Status'}
      variant="primary"
      pending={isPending}
      disabled={changed === 0}
      onConfirm={() => onConfirm(status, mayReverse ? true : undefined)}
      other={mayReverse ? { label: 'Keep Owed', onPress: () => onConfirm(status, false) } : undefined}
    >
      {question.names.length > 0 && (
        <>
          <p className="wrap-anywhere">
            {question.about}: {listNames(question.names)}.
          </p>
          <Checkbox
            label={question.answer}
            checked={isConfirmed}
            disabled={isPending}
            onChange={({ target }) => onAnswer(target.checked)}
          />
        </>
      )}
    </AlertDialog>
  );
}
