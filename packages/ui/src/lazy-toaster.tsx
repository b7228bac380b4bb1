import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { listWaitingToasts, onWaitingToasts, TOAST_MS, type ToastMessage, takeToasts } from './toast.ts';

const noMessages: readonly ToastMessage[] = [];

/** Loads the toaster with the first message, or when a form gets the focus. Each layout renders it once. */
export function LazyToaster() {
  const waitingToasts = useSyncExternalStore(onWaitingToasts, listWaitingToasts, () => noMessages);
  const [Toaster, setToaster] = useState<ComponentType>();
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (Toaster) return;
    const loadToaster = () =>
      import('./toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => setFailed(true),
      );
    if (waitingToasts.length > 0) void loadToaster();
    const loadOnFormFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('form')) void loadToaster();
    };
    document.addEventListener('focusin', loadOnFormFocus, { once: true });
    return () => document.removeEventListener('focusin', loadOnFormFocus);
  }, [Toaster, waitingToasts]);

  useEffect(() => {
    if (!failed || Toaster || waitingToasts.length === 0) return;
    const timer = setTimeout(() => takeToasts(() => undefined)(), TOAST_MS);
    return () => clearTimeout(timer);
  }, [failed, Toaster, waitingToasts]);

  if (Toaster) return <Toaster />;
  const lastToast = waitingToasts.at(-1);
  if (!failed || !lastToast) return null;
  return (
    <p
      role="status"
      className="fixed inset-x-4 bottom-4 z-50 rounded-control border border-line bg-card p-4 shadow-float"
    >
      <strong>{lastToast.title}</strong> {lastToast.description}
    </p>
  );
}
