import { secondFactorCode } from '@institute/contract';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Form } from '@institute/ui/form.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useState } from 'react';
import { admin, toApiFailure } from '../../api/admin.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { readFailureReason } from '../../forms/field-errors.ts';
import { RequiredField } from '../../forms/required-field.tsx';
import { useSchemaForm } from '../../forms/schema-form.ts';
import { downloadFile } from '../../ui/download-file.ts';

type TwoStepSecret = { secret: string; uri: string };
type TwoStepSetUpProps = { onCodes: (codes: string[]) => void };

export function TwoStepSetUp({ onCodes }: TwoStepSetUpProps) {
  const [begun, setBegun] = useState<TwoStepSecret | null>(null);
  const { mutateAsync: begin, isPending } = admin.secondFactor.begin.useMutation();

  const { change, outcome } = useChangeWithOutcome();
  const startSetUp = () =>
    change(async () => setBegun(await begin()), { failed: 'Two-step sign-in was not turned on' });

  if (begun) return <FirstCodeForm begun={begun} onCodes={onCodes} />;
  return (
    <>
      <Button className="self-start" pending={isPending} onClick={() => void startSetUp()}>
        Turn on two-step sign-in
      </Button>
      <OutcomeLine outcome={outcome} />
    </>
  );
}

function FirstCodeForm({ begun: { secret, uri }, onCodes }: TwoStepSetUpProps & { begun: TwoStepSecret }) {
  const { mutateAsync: finish } = admin.secondFactor.finish.useMutation();
  const form = useSchemaForm(secondFactorCode, { code: '' });

  const confirmCode = form.handleSubmit(async (typed) => {
    try {
      const { recoveryCodes } = await finish(typed);
      toast.success('Every other device is signed out');
      onCodes(recoveryCodes);
    } catch (error) {
      form.setError('code', { message: readFailureReason(toApiFailure(error)) }, { shouldFocus: true });
    }
  });

  return (
    <Form noValidate onSubmit={confirmCode} className="flex flex-col gap-4">
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
      <RequiredField
        form={form}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <Button type="submit" pending={form.formState.isSubmitting} className="self-start">
        Check the code
      </Button>
    </Form>
  );
}

/** Phones need the white margin to recognise the code. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const qrMarginModules = 3;
  const qrWidthModules = code.size + 2 * qrMarginModules;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-qrMarginModules} ${-qrMarginModules} ${qrWidthModules} ${qrWidthModules}`}
      shapeRendering="crispEdges"
      className="size-52 rounded-control bg-white text-black"
    >
      <path d={toSvgPath(code)} fill="currentColor" />
    </svg>
  );
}

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void };

/** The server keeps only hashes of the codes, so they are shown once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  return (
    <div className="flex flex-col gap-4">
      <Alert tone="warning" title="Keep these recovery codes now. They are not shown again.">
        Each of them signs you in once when you do not have your phone. Print them, or keep them where you
        keep your passwords.
      </Alert>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() => downloadFile('recovery-codes.txt', `${codes.join('\r\n')}\r\n`, 'text/plain')}
        >
          Download
        </Button>
        <Button onClick={onKept}>I have kept them</Button>
      </div>
    </div>
  );
}
