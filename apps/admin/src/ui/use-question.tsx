import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { type ComponentProps, useState } from 'react';

export type Question = Pick<
  ComponentProps<typeof AlertDialog>,
  'title' | 'description' | 'confirmLabel' | 'variant'
> & {
  /** The question closes after the action, unless the action returns `stay`. */
  onConfirm: () => Promise<unknown>;
  other?: { label: string; onPress: () => Promise<unknown> };
};

/**
 * Asks before an action and closes the question when the action has ended. The action itself shows its
 * failure.
 */
export function useQuestion() {
  const [asked, setAsked] = useState<Question | null>(null);
  const [isPending, setPending] = useState(false);
  const { onConfirm, other, ...words } = asked ?? { title: null };

  const runConfirmedAction = async (act: Question['onConfirm'] | undefined) => {
    setPending(true);
    const actionOutcome = await act?.();
    setPending(false);
    // The action may have asked another question, which stays open
    setAsked((now) => (now === asked && actionOutcome !== 'stay' ? null : now));
  };
  const questionDialog = (
    <AlertDialog
      {...words}
      open={asked !== null}
      onClose={() => setAsked(null)}
      pending={isPending}
      onConfirm={() => runConfirmedAction(onConfirm)}
      other={other && { label: other.label, onPress: () => runConfirmedAction(other.onPress) }}
    />
  );
  return { ask: setAsked, question: questionDialog };
}
