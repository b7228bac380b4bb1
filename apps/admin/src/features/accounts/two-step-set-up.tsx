import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { admin, failureOf } from '../../api/admin.ts';
import { QrCode } from './qr-code.tsx';

type Begun = { secret: string; uri: string };
type TwoStepSetUpProps = { onCodes: (codes: string[]) => void };

export function TwoStepSetUp({ onCodes }: TwoStepSetUpProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const { mutateAsync: begin, isPending } = admin.secondFactor.begin.useMutation();

  const start = async () => {
    try {
      setBegun(await begin());
    } catch (error) {
      toast.error('Two-step sign-in was not turned on', { description: failureOf(error).message });
    }
  };

  if (begun) return <FirstCode begun={begun} onCodes={onCodes} />;
  return (
    <Button className="self-start" pending={isPending} onClick={() => void start()}>
      Turn on two-step sign-in
    </Button>
  );
}

function FirstCode({ begun: { secret, uri }, onCodes }: TwoStepSetUpProps & { begun: Begun }) {
  const { mutateAsync: finish } = admin.secondFactor.finish.useMutation();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async (typed) => {
    try {
      const { recoveryCodes } = await finish(typed);
      toast.success('Two-step sign-in is on', { description: 'Every other device is signed out.' });
      onCodes(recoveryCodes);
    } catch (error) {
      const { message, details } = failureOf(error);
      setError('code', { message: details[0]?.message ?? message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <ol className="flex list-decimal flex-col gap-4 pl-5">
        <li>
          Install an authenticator app on your phone, for example Google Authenticator, Microsoft
          Authenticator or Aegis.
        </li>
        <li>
          <p>
            Scan this with the app. On the phone itself, type the key into the app, or tap the link below it.
          </p>
          <div className="my-3">
            <QrCode text={uri} label="QR code for the authenticator app" />
          </div>
          <p>
            Key:{' '}
            <code translate="no" className="font-mono wrap-anywhere">
              {secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </p>
          <a href={uri} className="inline-flex min-h-11 items-center font-semibold text-green underline">
            Open in the app
          </a>
        </li>
        <li>Type the six digits that the app shows.</li>
      </ol>
      <Field label="Code" error={errors.code?.message} required>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...register('code', { required: 'This is required' })}
        />
      </Field>
      <Button type="submit" pending={isSubmitting} className="self-start">
        Check the code
      </Button>
    </form>
  );
}
