import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { type ComponentProps, useState } from 'react';

type Question = Pick<
  ComponentProps<typeof AlertDialog>,
  'title' | 'description' | 'confirmLabel' | 'variant'
> & {
  onConfirm: () => Promise<unknown>;
};

/** Asks before an action, and closes when it has ended. The action shows its failure itself. */
export function useQuestion() {
  const [asked, setAsked] = useState<Question | null>(null);
  const [isPending, setPending] = useState(false);
  const { onConfirm, ...words } = asked ?? { title: null };

  const confirm = async () => {
    setPending(true);
    await onConfirm?.();
    setPending(false);
    setAsked(null);
  };
  const question = (
    <AlertDialog
      {...words}
      open={asked !== null}
      onClose={() => setAsked(null)}
      pending={isPending}
      onConfirm={confirm}
    />
  );
  return { ask: setAsked, question };
}
