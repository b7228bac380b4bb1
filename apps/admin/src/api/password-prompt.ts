type Answer = (isConfirmed: boolean) => void;

/** Calls that wait for the password. One dialog answers them all. */
let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

function setWaiting(answers: readonly Answer[]) {
  waiting = answers;
  for (const changed of listeners) changed();
}

/** Opens the dialog that asks for the password. False when it is closed without one. */
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
