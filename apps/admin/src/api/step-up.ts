import type { AdminRouter } from '@institute/server/admin';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { toApiFailure } from './admin.ts';

const twoStepSetUpPath = '/admin/two-step';

/**
 * Asks for the password when a call needs it, and sends the call again. Opens the set-up of two-step sign-in
 * when the account needs it.
 */
export const passwordAskingLink: TRPCLink<AdminRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let isCallUnsubscribed = false;
      const subscribeToCall = (mayAsk: boolean) =>
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
              if (isConfirmed) callSubscription = subscribeToCall(false);
              else observer.error(error);
            });
          },
        });
      let callSubscription = subscribeToCall(true);
      return () => {
        isCallUnsubscribed = true;
        callSubscription.unsubscribe();
      };
    });

type AnswerWaitingCall = (isConfirmed: boolean) => void;

/** One dialog answers all waiting calls. */
let waitingCalls: readonly AnswerWaitingCall[] = [];
const passwordListeners = new Set<() => void>();

function setWaitingCalls(answers: readonly AnswerWaitingCall[]) {
  waitingCalls = answers;
  for (const notifyListener of passwordListeners) notifyListener();
}

/** Resolves with false when the dialog is closed without a password. */
const requestPassword = (): Promise<boolean> =>
  new Promise((resolve) => setWaitingCalls([...waitingCalls, resolve]));

export const isPasswordQuestionOpen = (): boolean => waitingCalls.length > 0;

export function answerWaitingCalls(isConfirmed: boolean): void {
  const callsToAnswer = waitingCalls;
  setWaitingCalls([]);
  for (const answerCall of callsToAnswer) answerCall(isConfirmed);
}

export function listenForPasswordQuestion(changed: () => void) {
  passwordListeners.add(changed);
  return () => {
    passwordListeners.delete(changed);
  };
}
