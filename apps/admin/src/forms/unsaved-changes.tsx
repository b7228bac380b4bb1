import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../api/admin.ts';

export const discardQuestion = {
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
  /** True for a form on its own page: the pressed link leaves the page, and `close` is not called. */
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
  description = discardQuestion.description,
}: UnsavedChanges) {
  const [isClosing, setClosing] = useState(false);
  useEffect(() => {
    if (!isChanged) return;
    const changedForm = {};
    changedForms.add(changedForm);
    return () => void changedForms.delete(changedForm);
  }, [isChanged]);
  const navigate = useNavigate();
  const [next, setNext] = useState<{ to: string; search: object; replace: boolean } | null>(null);
  useBlocker({
    shouldBlockFn: ({ current, next: { pathname, search }, action }) => {
      // Without `inSearch` only another path leaves the form: the list behind a dialog may change the search.
      const isLeavingPage =
        current.pathname !== pathname ||
        (inSearch && JSON.stringify(current.search) !== JSON.stringify(search));
      if (!isChanged || !isLeavingPage) return false;
      const isForwardNavigation = action === 'PUSH' || action === 'REPLACE';
      const askBeforeLeaving = () => setNext({ to: pathname, search, replace: action !== 'PUSH' });
      // Back has already changed the address, and the router first restores the form's address. The question waits
      // for that.
      if (isForwardNavigation) askBeforeLeaving();
      else window.addEventListener('popstate', askBeforeLeaving, { once: true });
      return true;
    },
    // An ended session opens the sign-in page without a question.
    enableBeforeUnload: () => isChanged && session.read() !== null,
  });
  const isQuestionOpen = isClosing || next !== null;
  const keepChanges = () => {
    setClosing(false);
    setNext(null);
    onStay?.();
  };
  const discardChanges = () => {
    onDiscard?.();
    setClosing(false);
    setNext(null);
    if (!isPage || isClosing) close();
    if (next) void navigate({ ...next, ignoreBlocker: true });
  };
  return {
    isAsking: isQuestionOpen,
    requestClose: () => {
      if (isBusy) return;
      if (isChanged) setClosing(true);
      else close();
    },
    question: (
      <AlertDialog
        {...discardQuestion}
        open={isQuestionOpen}
        onClose={keepChanges}
        onConfirm={discardChanges}
        description={description}
      />
    ),
  };
}
