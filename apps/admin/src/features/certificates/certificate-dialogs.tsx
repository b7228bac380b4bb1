import { certificateCorrection, certificateWithdrawal } from '@institute/contract';
import { type Resolver, useForm } from 'react-hook-form';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { NumberField, TextField } from '../../forms/fields.tsx';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { formResolver } from '../../forms/form-resolver.ts';
import type { Certificate } from './certificate-state.tsx';

type StepProps = { certificate: Certificate; onClose: () => void };

const reasonField = { label: 'Reason', hint: 'Only the office reads this.', required: true };

type Correction = Record<'holder' | 'reason', string> &
  Record<'to' | 'result', string | null> & { id: number; hours: number | null };

const check = formResolver(certificateCorrection) as unknown as Resolver<Correction>;

/** An emptied field has no value in a form, and is left out of a certificate. */
const toCorrection = (values: Correction) => ({
  ...values,
  to: values.to || null,
  result: values.result || null,
});

/** Issues a new certificate of today. */
export function CorrectDialog({ certificate, onClose }: StepProps) {
  const { id, number, holder, hours, to, result } = certificate;
  const form = useForm<Correction>({
    resolver: (values, ...rest) => check(toCorrection(values), ...rest),
    defaultValues: { id, holder: holder ?? '', hours, to: to ?? '', result: result ?? '', reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: correct, isPending } = admin.certificates.correct.useMutation();
  const save = form.handleSubmit(async (values) => {
    const isDone = await change(() => correct(toCorrection(values)), {
      done: ({ number: next }) => `Certificate ${next} replaces ${number}`,
      failed: 'The certificate was not corrected',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title={`Correct ${number}`}
      description="A new certificate of today is issued, and its holder is told. Take the old paper back: whoever checks it reads that it was replaced."
      form={form}
      onSubmit={save}
      submitLabel="Correct"
      isPending={isPending}
      onClose={onClose}
    >
      <TextField<Correction> name="holder" label="Name on the certificate" required />
      <div className="grid gap-4 md:grid-cols-2">
        <NumberField<Correction> name="hours" label="Hours" min={1} step={1} />
        <TextField<Correction> name="to" label="Studied Until" type="date" />
      </div>
      <TextField<Correction> name="result" label="Result" hint="Such as Distinction, or nothing" />
      <TextField<Correction> name="reason" {...reasonField} />
    </SubmitDialog>
  );
}

export function WithdrawDialog({ certificate, onClose }: StepProps) {
  const { id, number, holder } = certificate;
  const form = useForm({
    resolver: formResolver(certificateWithdrawal) as never,
    defaultValues: { id, reason: '' },
  });
  const change = useChange((message) => message && form.setError('root', { message }));
  const { mutateAsync: withdraw, isPending } = admin.certificates.withdraw.useMutation();
  const save = form.handleSubmit(async (values) => {
    const isDone = await change(() => withdraw(values), {
      done: `Certificate ${number} is withdrawn`,
      failed: 'The certificate was not withdrawn',
    });
    if (isDone) onClose();
  });
  return (
    <SubmitDialog
      title={`Withdraw ${number}`}
      description={`The certificate of ${holder ?? 'somebody who had the name erased'} counts no more. This cannot be undone; a new one can be issued. The holder is not told.`}
      form={form}
      onSubmit={save}
      submitLabel="Withdraw"
      variant="danger"
      isPending={isPending}
      onClose={onClose}
    >
      <TextField name="reason" {...reasonField} />
    </SubmitDialog>
  );
}
