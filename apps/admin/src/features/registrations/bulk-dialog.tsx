import { formatMoney, formatNumber } from '@institute/contract/money';
import type { LeftReason, RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import type { AdminAnswers } from '../../api/admin.ts';

export type BulkPreview = { status: RegistrationStatus } & AdminAnswers['registrations']['previewStatuses'];

const reasons: Record<LeftReason, string> = {
  // The office confirms each of them
  ageUnknown: 'left out: the date of birth is missing',
  certified: 'left: withdraw its certificate first',
  notAccepted: 'left: only an accepted registration can be completed',
  completed: 'left: a completed registration can only become accepted again',
};

/** Registrations that the bulk action leaves, each with a comma before it. */
export const leftWords = (left: BulkPreview['left']): string =>
  left
    .map(({ reason, count }) => {
      const verb = count === 1 ? 'is ' : 'are ';
      return `, ${formatNumber(count)} ${reason === 'ageUnknown' ? verb : ''}${reasons[reason]}`;
    })
    .join('');

type BulkQuestionProps = {
  /** Null when nothing is asked. */
  preview: BulkPreview | null;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (status: RegistrationStatus, takesBack: boolean) => Promise<void>;
};

/** Undo holds the messages back for some seconds only, so it is asked before. */
export function BulkQuestion({ preview, isPending, onClose, onConfirm }: BulkQuestionProps) {
  if (!preview) return null;
  const { status, changed, left, emails, sms, cost, notDue } = preview;
  const mayReverse = notDue !== null && notDue > 0;
  return (
    <AlertDialog
      onClose={onClose}
      title={`Set ${changed === 1 ? '1 registration' : `${formatNumber(changed)} registrations`} to ${capitalise(status)}?`}
      description={
        <>
          This sends {emails === 1 ? '1 email' : `${formatNumber(emails)} emails`} and {formatNumber(sms)}{' '}
          SMS.
          {cost && ` The SMS cost about ${cost.currency} ${formatNumber(Math.ceil(cost.amount))}.`}
          {left.length > 0 && ` ${leftWords(left).slice(2)}.`}
          {mayReverse && ` Take back ${formatMoney('UGX', notDue)} that is not due yet?`}
        </>
      }
      confirmLabel={mayReverse ? 'Reverse' : 'Change Status'}
      variant="primary"
      pending={isPending}
      onConfirm={() => onConfirm(status, mayReverse)}
      other={mayReverse ? { label: 'Keep Charges', onPress: () => onConfirm(status, false) } : undefined}
    />
  );
}
