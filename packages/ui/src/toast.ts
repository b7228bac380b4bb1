export const TOAST_MS = 4000;

export type ToastMessage = {
  kind: 'success' | 'error' | 'info';
  title: string;
  description?: string | undefined;
  action?: { label: string; onPress: () => void };
  /** Removes the message after this time even under the pointer, because its text is no longer true. */
  endsAfterMs?: number;
};

type ToastOptions = Pick<ToastMessage, 'description' | 'action' | 'endsAfterMs'>;

let waitingMessages: readonly ToastMessage[] = [];
let passToToaster: ((message: ToastMessage) => void) | undefined;
const toastListeners = new Set<() => void>();

function setWaitingMessages(messages: readonly ToastMessage[]) {
  waitingMessages = messages;
  for (const notifyListener of toastListeners) notifyListener();
}

const makeShowToast = (kind: ToastMessage['kind']) => (title: string, options?: ToastOptions) => {
  const toastMessage = { kind, title, ...options };
  if (passToToaster) passToToaster(toastMessage);
  else setWaitingMessages([...waitingMessages, toastMessage]);
};

/** Shows a message for 4 s. Messages wait until the toaster has loaded. */
export const toast = {
  success: makeShowToast('success'),
  error: makeShowToast('error'),
  info: makeShowToast('info'),
};

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
  const takenMessages = waitingMessages;
  setWaitingMessages([]);
  for (const message of takenMessages) take(message);
  return () => {
    if (passToToaster === take) passToToaster = undefined;
  };
}
