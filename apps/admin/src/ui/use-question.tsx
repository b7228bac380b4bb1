import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { type ComponentProps, useState } from 'react';

export type Question = Pick<
  ComponentProps<typeof AlertDialog>,
  'title' | 'description' | 'confirmLabel' | 'variant'
> & {
  /** The question closes afterwards, unless this says `stay`. */
  onConfirm: () => Promise<unknown>;
  other?: { label: string; onPress: () => Promise<unknown> };
};

/** Asks before an action, and closes when it has ended. The action shows its failure itself. */
export function useQuestion() {
  const [asked, setAsked] = useState<Question | null>(null);
  const [isPending, setPending] = useState(false);
  const { onConfirm, other, ...words } = asked ?? { title: null };

  const run = async (act: Question['onConfirm'] | undefined) => {
    setPending(true);
    const outcome = await act?.();
    setPending(false);
    // The action may have asked something else
    setAsked((now) => (now === asked && outcome !== 'stay' ? null : now));
  };
  const question = (
    <AlertDialog
      {...words}
      open={asked !== null}
      onClose={() => setAsked(null)}
      pending={isPending}
      onConfirm={() => run(onConfirm)}
      other={other && { label: other.label, onPress: () => run(other.onPress) }}
    />
  );
  return { ask: setAsked, question };
}
