import type { AdminRouter } from '@institute/server/admin';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { toApiFailure } from './admin.ts';

const setUpPath = '/admin/two-step';

/**
 * Asks for the password when a call needs it, and sends the call again. Opens the set-up of two-step sign-in
 * when the account needs it.
 */
export const stepUpLink: TRPCLink<AdminRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isOver = false;
      const sendOnce = (mayAsk: boolean) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const { code } = toApiFailure(error);
            if (code === 'SECOND_FACTOR_SETUP_REQUIRED' && location.pathname !== setUpPath) {
              location.assign(setUpPath);
            }
            if (code !== 'PASSWORD_REQUIRED' || !mayAsk) {
              observer.error(error);
              return;
            }
            void askPassword().then((isConfirmed) => {
              if (isOver) return;
              if (isConfirmed) current = sendOnce(false);
              else observer.error(error);
            });
          },
        });
      let current = sendOnce(true);
      return () => {
        isOver = true;
        current.unsubscribe();
      };
    });

type Answer = (isConfirmed: boolean) => void;

/** One dialog answers all waiting calls. */
let waitingCalls: readonly Answer[] = [];
const stepUpListeners = new Set<() => void>();

function setWaiting(answers: readonly Answer[]) {
  waitingCalls = answers;
  for (const changed of stepUpListeners) changed();
}

/** False when the dialog is closed without a password. */
const askPassword = (): Promise<boolean> => new Promise((resolve) => setWaiting([...waitingCalls, resolve]));

export const isPasswordAsked = (): boolean => waitingCalls.length > 0;

export function answerPassword(isConfirmed: boolean): void {
  const answers = waitingCalls;
  setWaiting([]);
  for (const answer of answers) answer(isConfirmed);
}

export function onPasswordAsked(changed: () => void) {
  stepUpListeners.add(changed);
  return () => {
    stepUpListeners.delete(changed);
  };
}
