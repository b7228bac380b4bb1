import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../api/admin.ts';

export const discardWords = {
  title: 'Discard your changes?',
  description: 'What you have typed has not been saved.',
  confirmLabel: 'Discard',
};

type UnsavedChanges = {
  isChanged: boolean;
  isBusy: boolean;
  close: () => void;
  /** Also asks when only the search part of the address changes. */
  inSearch?: boolean;
  /** A page is left by the link that was pressed, without `close`. */
  isPage?: boolean;
  onStay?: () => void;
  onDiscard?: (() => void) | undefined;
  description?: string;
};

const changedForms = new Set<object>();

export const hasUnsavedChanges = (): boolean => changedForms.size > 0;

/** Asks before changes are lost. `question` is rendered in the form. */
export function useUnsavedChanges({
  isChanged,
  isBusy,
  close,
  inSearch = false,
  isPage,
  onStay,
  onDiscard,
  description = discardWords.description,
}: UnsavedChanges) {
  const [isClosing, setClosing] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const form = {};
    changedForms.add(form);
    return () => void changedForms.delete(form);
  }, [isChanged]);
  const blocker = useBlocker({
    // The list behind a dialog may change its search.
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      (current.pathname !== next.pathname ||
        (inSearch && JSON.stringify(current.search) !== JSON.stringify(next.search))),
    // An ended session opens the sign-in page without a question.
    enableBeforeUnload: () => isChanged && session.read() !== null,
    withResolver: true,
  });
  const isAsking = isClosing || blocker.status === 'blocked';
  const keepChanges = () => {
    setClosing(false);
    blocker.reset?.();
    onStay?.();
  };
  const discardChanges = () => {
    onDiscard?.();
    setClosing(false);
    if (!isPage || isClosing) close();
    blocker.proceed?.();
  };
  return {
    isAsking,
    requestClose: () => {
      if (isBusy) return;
      if (isChanged) setClosing(true);
      else close();
    },
    question: (
      <AlertDialog
        {...discardWords}
        open={isAsking}
        onClose={keepChanges}
        onConfirm={discardChanges}
        description={description}
      />
    ),
  };
}
