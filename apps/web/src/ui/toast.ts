export const TOAST_MS = 4000;

export type ToastMessage = {
  kind: 'success' | 'error' | 'info';
  title: string;
  description?: string | undefined;
  /** Something that can be done about it, once. */
  action?: { label: string; onPress: () => void };
};

type Options = Pick<ToastMessage, 'description' | 'action'>;

let waiting: readonly ToastMessage[] = [];
let deliver: ((message: ToastMessage) => void) | undefined;
const listeners = new Set<() => void>();

function setWaiting(messages: readonly ToastMessage[]) {
  waiting = messages;
  for (const changed of listeners) changed();
}

const show = (kind: ToastMessage['kind']) => (title: string, options?: Options) => {
  const message = { kind, title, ...options };
  if (deliver) deliver(message);
  else setWaiting([...waiting, message]);
};

/** Says something in passing. A page has no toaster before the first message, so messages may have to wait. */
export const toast = { success: show('success'), error: show('error'), info: show('info') };

/** The messages that no toaster has taken yet. */
export const waitingToasts = () => waiting;

export function onWaitingToasts(changed: () => void) {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

/** A toaster takes over: first what waits, then all that follows, until it calls what this returns. */
export function takeToasts(take: (message: ToastMessage) => void) {
  deliver = take;
  const messages = waiting;
  setWaiting([]);
  for (const message of messages) take(message);
  return () => {
    if (deliver === take) deliver = undefined;
  };
}
