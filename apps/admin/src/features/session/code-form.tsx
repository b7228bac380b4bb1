import { Button } from '@institute/ui/button.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureOf } from '../../api/admin.ts';

type CodeFormProps = {
  /** Throws when the code is refused. */
  onCode: (code: string) => Promise<void>;
  onBack: () => void;
};

/** A recovery code has letters, so it needs another keyboard. */
export function CodeForm({ onCode, onBack }: CodeFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const { register, handleSubmit, setError, resetField, formState } = useForm({
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  const send = handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      console.error(error);
      setError('code', { message: failureOf(error).message }, { shouldFocus: true });
    }
  });

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <Field
        label={isRecovery ? 'Recovery code' : 'Code'}
        hint={
          isRecovery
            ? 'One of the ten codes that you kept. Each works once.'
            : 'The six digits that your authenticator app shows now.'
        }
        error={errors.code?.message}
        required
      >
        <Input
          // Another key makes React create a new field, which takes the focus.
          key={String(isRecovery)}
          autoFocus
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize={isRecovery ? 'characters' : 'none'}
          spellCheck={false}
          {...register('code', { required: 'This is required' })}
        />
      </Field>
      <Button type="submit" pending={isSubmitting}>
        Sign In
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          onClick={() => {
            resetField('code');
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </Button>
        <Button variant="outline" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
