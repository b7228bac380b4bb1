export const TOAST_MS = 4000;

export type ToastMessage = {
  kind: 'success' | 'error' | 'info';
  title: string;
  description?: string | undefined;
  action?: { label: string; onPress: () => void };
  /** Ends the message after this time, also under the pointer: what it says is no longer true. */
  endsAfterMs?: number;
};

type Options = Pick<ToastMessage, 'description' | 'action' | 'endsAfterMs'>;

let waitingMessages: readonly ToastMessage[] = [];
let passToToaster: ((message: ToastMessage) => void) | undefined;
const toastListeners = new Set<() => void>();

function setWaiting(messages: readonly ToastMessage[]) {
  waitingMessages = messages;
  for (const changed of toastListeners) changed();
}

const makeShow = (kind: ToastMessage['kind']) => (title: string, options?: Options) => {
  const message = { kind, title, ...options };
  if (passToToaster) passToToaster(message);
  else setWaiting([...waitingMessages, message]);
};

/** Shows a message for 4 s. Messages wait until the toaster has loaded. */
export const toast = { success: makeShow('success'), error: makeShow('error'), info: makeShow('info') };

export const listWaitingToasts = () => waitingMessages;

export function onWaitingToasts(changed: () => void) {
  toastListeners.add(changed);
  return () => {
    toastListeners.delete(changed);
  };
}

/** Passes waiting and later messages to a toaster until it calls the returned function. */
export function takeToasts(take: (message: ToastMessage) => void) {
  passToToaster = take;
  const messages = waitingMessages;
  setWaiting([]);
  for (const message of messages) take(message);
  return () => {
    if (passToToaster === take) passToToaster = undefined;
  };
}
