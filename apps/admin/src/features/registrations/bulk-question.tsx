import { formatNumber } from '@institute/contract/money';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import type { AdminAnswers } from '../../api/admin.ts';

export type BulkPreview = { status: RegistrationStatus } & AdminAnswers['registrations']['previewStatuses'];

/** Registrations that the bulk action leaves, because the office confirms each unknown age. */
export const leftWords = (ageUnknown: number): string => `${formatNumber(ageUnknown)} left: age unknown`;

type BulkQuestionProps = {
  /** Null when nothing is asked. */
  preview: BulkPreview | null;
  isPending: boolean;
  onClose: () => void;
  onConfirm: (status: RegistrationStatus) => Promise<void>;
};

/** Undo holds the messages back for some seconds only, so it is asked before. */
export function BulkQuestion({ preview, isPending, onClose, onConfirm }: BulkQuestionProps) {
  if (!preview) return null;
  const { status, changed, ageUnknown, emails, sms, cost } = preview;
  return (
    <AlertDialog
      onClose={onClose}
      title={`Set ${changed === 1 ? '1 registration' : `${formatNumber(changed)} registrations`} to ${capitalise(status)}?`}
      description={
        <>
          This sends {emails === 1 ? '1 email' : `${formatNumber(emails)} emails`} and {formatNumber(sms)}{' '}
          SMS.
          {cost && ` The SMS cost about ${cost.currency} ${formatNumber(Math.ceil(cost.amount))}.`}
          {ageUnknown > 0 && ` ${leftWords(ageUnknown)}.`}
        </>
      }
      confirmLabel="Change Status"
      variant="primary"
      pending={isPending}
      onConfirm={() => onConfirm(status)}
    />
  );
}
