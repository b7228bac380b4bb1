type Answer = (isConfirmed: boolean) => void;

/** One dialog answers all waiting calls. */
let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

function setWaiting(answers: readonly Answer[]) {
  waiting = answers;
  for (const changed of listeners) changed();
}

/** False when the dialog is closed without a password. */
export const askPassword = (): Promise<boolean> =>
  new Promise((resolve) => setWaiting([...waiting, resolve]));

export const isPasswordAsked = (): boolean => waiting.length > 0;

export function answerPassword(isConfirmed: boolean): void {
  const answers = waiting;
  setWaiting([]);
  for (const answer of answers) answer(isConfirmed);
}

export function onPasswordAsked(changed: () => void) {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}
