import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { toast } from '@institute/ui/toast.ts';
import { type ComponentProps, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { toApiFailure } from '../api/admin.ts';
import { type ChangeTexts, useRefreshQueries } from '../api/use-change.ts';
import { showFailureInForm } from './field-errors.ts';
import { SubmitDialog } from './form-dialog.tsx';

type InputDialogProps<Values extends FieldValues, Input, Answer> = Omit<
  ComponentProps<typeof SubmitDialog<Values, Input>>,
  'onSubmit' | 'isPending'
> & {
  send: (input: Input) => Promise<Answer>;
  messages: ChangeTexts<Answer>;
};

/**
 * A dialog that closes when its input is stored. A refusal with the path `again` becomes a question, and its
 * confirmation sends the input once more.
 */
export function InputDialog<Values extends FieldValues, Input, Answer>({
  form,
  send,
  messages: { done, failed },
  children,
  ...dialog
}: InputDialogProps<Values, Input, Answer>) {
  const refreshQueries = useRefreshQueries();
  const [question, setQuestion] = useState<{ text: string; input: Input } | null>(null);
  const [isSending, setSending] = useState(false);
  const sendInput = async (input: Input): Promise<void> => {
    setSending(true);
    try {
      const sentAnswer = await send(input);
      if (done) toast.success(typeof done === 'string' ? done : done(sentAnswer));
    } catch (error) {
      const duplicateFault = toApiFailure(error).details.find(({ path }) => path === 'again');
      if (duplicateFault) setQuestion({ text: duplicateFault.message, input });
      else showFailureInForm(form, error, failed);
      return;
    } finally {
      setSending(false);
    }
    await refreshQueries();
    dialog.onClose();
  };
  return (
    <SubmitDialog {...dialog} form={form} onSubmit={form.handleSubmit(sendInput)}>
      {children}
      <AlertDialog
        open={question !== null}
        onClose={() => setQuestion(null)}
        title={dialog.title}
        description={question?.text}
        confirmLabel={dialog.submitLabel ?? 'Save'}
        variant="primary"
        pending={isSending}
        onConfirm={() => {
          if (question) void sendInput({ ...question.input, again: true });
          setQuestion(null);
        }}
      />
    </SubmitDialog>
  );
}
