import type { AdminRouter } from '@institute/server/admin';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { toApiFailure } from './admin.ts';

const twoStepSetUpPath = '/admin/two-step';

/**
 * Asks for the password when a call needs it, and sends the call again. Opens the set-up of two-step sign-in
 * when the account needs it.
 */
export const stepUpLink: TRPCLink<AdminRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isCallUnsubscribed = false;
      const sendCall = (mayAsk: boolean) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const { code } = toApiFailure(error);
            if (code === 'SECOND_FACTOR_SETUP_REQUIRED' && location.pathname !== twoStepSetUpPath) {
              location.assign(twoStepSetUpPath);
            }
            if (code !== 'PASSWORD_REQUIRED' || !mayAsk) {
              observer.error(error);
              return;
            }
            void requestPassword().then((isConfirmed) => {
              if (isCallUnsubscribed) return;
              if (isConfirmed) sentCall = sendCall(false);
              else observer.error(error);
            });
          },
        });
      let sentCall = sendCall(true);
      return () => {
        isCallUnsubscribed = true;
        sentCall.unsubscribe();
      };
    });

type AnswerWaitingCall = (isConfirmed: boolean) => void;

/** One dialog answers all waiting calls. */
let waitingCalls: readonly AnswerWaitingCall[] = [];
const stepUpListeners = new Set<() => void>();

function setWaitingCalls(answers: readonly AnswerWaitingCall[]) {
  waitingCalls = answers;
  for (const notifyListener of stepUpListeners) notifyListener();
}

/** Resolves with false when the dialog is closed without a password. */
const requestPassword = (): Promise<boolean> =>
  new Promise((resolve) => setWaitingCalls([...waitingCalls, resolve]));

export const isPasswordAsked = (): boolean => waitingCalls.length > 0;

export function answerPassword(isConfirmed: boolean): void {
  const answeredCalls = waitingCalls;
  setWaitingCalls([]);
  for (const answer of answeredCalls) answer(isConfirmed);
}

export function onPasswordAsked(changed: () => void) {
  stepUpListeners.add(changed);
  return () => {
    stepUpListeners.delete(changed);
  };
}
