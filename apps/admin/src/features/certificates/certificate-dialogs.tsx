import { certificateCorrection, certificateWithdrawal } from '@institute/contract';
import { admin } from '../../api/admin.ts';
import { NumberField, TextField } from '../../forms/fields.tsx';
import { InputDialog } from '../../forms/input-dialog.tsx';
import { ReasonDialog } from '../../forms/reason-dialog.tsx';
import { type FormValues, useSchemaForm } from '../../forms/schema-form.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import type { Certificate } from './certificate-state.tsx';

type CertificateDialogProps = { certificate: Certificate; onClose: () => void };

const reasonHint = 'Only the office reads this.';

type CorrectionValues = FormValues<typeof certificateCorrection>;

/** Issues a new certificate with today's date. */
export function CorrectCertificateDialog({ certificate, onClose }: CertificateDialogProps) {
  const { id, number, holder, hours, to, result } = certificate;
  const form = useSchemaForm(
    certificateCorrection,
    { id, holder: holder ?? '', hours, to: to ?? '', result: result ?? '', reason: '' },
    // An emptied day is left out of a certificate
    ({ to, ...values }: CorrectionValues) => ({ ...values, to: to || null }),
  );
  const { mutateAsync: correct } = admin.certificates.correct.useMutation();
  const describeNotification = useDescribeNotification();
  return (
    <InputDialog
      title={`Correct ${number}`}
      description={`A new certificate of today is issued. Take the old paper back: whoever checks it reads that it was replaced. ${describeNotification('The holder is told')}`}
      form={form}
      send={correct}
      messages={{
        done: ({ number: next }) => `Certificate ${next} replaces ${number}`,
        failed: 'The certificate was not corrected',
      }}
      submitLabel="Correct"
      onClose={onClose}
    >
      <TextField<CorrectionValues> name="holder" label="Name on the certificate" required />
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField<CorrectionValues> name="hours" label="Hours" min={1} step={1} />
        <TextField<CorrectionValues> name="to" label="Studied Until" type="date" />
      </div>
      <TextField<CorrectionValues> name="result" label="Result" hint="Such as Distinction, or nothing" />
      <TextField<CorrectionValues> name="reason" label="Reason" hint={reasonHint} required />
    </InputDialog>
  );
}

export function WithdrawCertificateDialog({ certificate, onClose }: CertificateDialogProps) {
  const { id, number, holder } = certificate;
  const { mutateAsync: withdraw } = admin.certificates.withdraw.useMutation();
  return (
    <ReasonDialog
      title={`Withdraw ${number}`}
      description={`The certificate of ${holder ?? 'somebody who had the name erased'} is no longer valid. This cannot be undone; a new one can be issued. The holder is not told.`}
      form={useSchemaForm(certificateWithdrawal, { id, reason: '' })}
      send={withdraw}
      messages={{ done: `Certificate ${number} is withdrawn`, failed: 'The certificate was not withdrawn' }}
      submitLabel="Withdraw"
      cancelLabel="Cancel"
      hint={reasonHint}
      onClose={onClose}
    />
  );
}
