import { ApiFailure } from '@institute/client/failure';
import { siteIsBusy } from '@institute/contract/forms.constants';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { toast } from '@institute/ui/toast.ts';
import type { Api } from '../../api/api.ts';
import { busyMs, untilTaken } from '../../api/until-taken.ts';
import { hideBar, showBar } from '../../document/notice-bar.ts';
import { draftStore } from './draft.ts';
import {
  findRegistration,
  heldRegistrations,
  holdRegistration,
  releaseRegistration,
  removeExpired,
  removeRegistration,
  type SavedRegistration,
  savedRegistrations,
  saveRegistration,
  sentRegistrations,
  withTabLock,
} from './saved-registrations.ts';

type Answered = { key: string } & ({ reference: string } | { refusal: string });
/** Only the tab that sends learns that the site is busy. */
type Outcome = Answered | { key: string; isBusy: true };

/** The reference, or why the registration waits. */
export type Submitted = { reference: string } | { waitsFor: 'connection' | 'site' };

type Send = Api['send']['registration'];

const RETRY_MS = 5000;
const FIRST_ANSWER_MS = 30_000;

const outcomes = new EventTarget();
let channel: BroadcastChannel | undefined;
let attemptDelivery = () => Promise.resolve();
let send: Send;
const inForm = new Set<string>();
/** The site asked to wait for this time. */
let pauseMs = 0;

/** Sends the saved registrations now, and whenever the connection is back. */
export function startDelivery(over: Send): void {
  send = over;
  if (channel) return;
  channel = new BroadcastChannel('saved-applications');
  channel.onmessage = ({ data }) => announceOutcome(data);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { corrects, sent } = draftStore.load('');
  const isHeld = corrects && corrects !== sent ? holdRegistration(corrects) : undefined;
  attemptDelivery = async () => {
    clearTimeout(timer);
    await isHeld;
    // A browser without storage has nothing to send
    pauseMs = 0;
    const waiting = await withTabLock(sendAll).catch(() => 0);
    if (waiting > 0) timer = setTimeout(attemptDelivery, Math.max(RETRY_MS, pauseMs));
  };
  addEventListener('online', () => attemptDelivery());
  void attemptDelivery();
  void showRefused();
}

/**
 * Saves a registration and sends it. It waits when no answer comes or the site is busy. Rejects when the
 * server refuses it, or when it can be neither saved nor sent. `tell` gets a note while an unsaved one waits.
 */
export async function submitRegistration(
  registration: SavedRegistration,
  corrects: string | null,
  tell: (note: string) => void,
): Promise<Submitted> {
  const { key, body } = registration;
  inForm.add(key);
  try {
    await saveRegistration(registration, corrects);
    if (corrects) releaseRegistration(corrects);
  } catch (error) {
    inForm.delete(key);
    console.error(error);
    const { reference } = await untilTaken(
      () => send(body, key),
      (isBusy) => tell(isBusy ? siteIsBusy.application : ''),
    );
    return { reference };
  }
  let isWatched = true;
  const watch = { isWatched: () => isWatched, isCorrection: corrects !== null };
  const answered = navigator.onLine
    ? withTabLock(() => sendFirst(registration, watch))
    : Promise.resolve(unconnected);
  const first = answered.finally(() => inForm.delete(key));
  const late = new Promise<Submitted>((resolve) => setTimeout(() => resolve(unconnected), FIRST_ANSWER_MS));
  const submitted = await Promise.race([first, late]);
  isWatched = false;
  if ('waitsFor' in submitted) void first.catch(() => null).then(() => setTimeout(attemptDelivery, pauseMs));
  return submitted;
}

export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  const hearOutcome = (event: Event) => listener((event as CustomEvent<Outcome>).detail);
  outcomes.addEventListener('outcome', hearOutcome);
  return () => outcomes.removeEventListener('outcome', hearOutcome);
}

export const readMine = async () => ({
  saved: await savedRegistrations().catch(() => []),
  sent: sentRegistrations.list(),
});
export type Mine = Awaited<ReturnType<typeof readMine>>;

/** Returns a waiting registration, which then waits for its correction. Undefined when it was sent meanwhile. */
export const holdForChange = (key: string) =>
  withTabLock(async () => {
    await holdRegistration(key);
    return findRegistration(key);
  });

export const forgetSent = () => sentRegistrations.clear();

export async function dropRegistration(key: string): Promise<void> {
  // One that is being sent is removed by that
  await withTabLock(() => removeRegistration(key));
  await showRefused();
}

async function showRefused(): Promise<void> {
  const all = await savedRegistrations().catch(() => []);
  if (!all.some(({ faults }) => faults)) return hideBar('refused');
  void showBar('refused', {
    text: 'Your application needs you',
    link: { href: '/registration/mine', label: 'See what to do' },
  });
}

function announceOutcome(outcome: Answered): void {
  if ('reference' in outcome) {
    toast.success('Registration Successful!', {
      description: `Thank you for registering. Your reference is ${outcome.reference}.`,
    });
  } else {
    toast.error('Registration Failed', {
      description: `Please try again later. ${outcome.refusal} Open My applications to correct it.`,
    });
  }
  void showRefused();
  tellTab(outcome);
}

const tellTab = (outcome: Outcome) => outcomes.dispatchEvent(new CustomEvent('outcome', { detail: outcome }));

function tellAll(outcome: Answered): void {
  announceOutcome(outcome);
  channel?.postMessage(outcome);
}

async function sendAll(): Promise<number> {
  if ((await removeExpired()) > 0) {
    toast.error('Your application was not sent', {
      description: 'It waited for 30 days and was removed from this device. Please register again.',
    });
  }
  const held = await heldRegistrations();
  const waiting = (await savedRegistrations()).filter(
    ({ key, faults }) => !faults && !inForm.has(key) && !held.has(key),
  );
  let left = waiting.length;
  for (const registration of waiting) {
    if (!navigator.onLine) break;
    const isDone = await sendOne(registration).then(
      () => true,
      (error) => refuseRegistration(registration, error),
    );
    if (isDone) left -= 1;
  }
  return left;
}

async function sendOne({ key, body, program }: SavedRegistration): Promise<string> {
  const { reference } = await send(body, key);
  await removeRegistration(key);
  sentRegistrations.add({ reference, program, sentAt: Date.now() });
  tellAll({ key, reference });
  return reference;
}

type Watch = {
  isWatched: () => boolean;
  isCorrection: boolean;
};

/**
 * A registration that fails leaves the device, because the form still has the answers. A correction stays: it
 * has replaced what it corrects.
 */
async function sendFirst(registration: SavedRegistration, watch: Watch): Promise<Submitted> {
  try {
    return { reference: await sendOne(registration) };
  } catch (error) {
    if (isBusy(registration, error)) return { waitsFor: 'site' };
    if (!isAnswer(error)) return unconnected;
    if (!watch.isWatched()) {
      await refuseRegistration(registration, error);
      return unconnected;
    }
    if (watch.isCorrection) await keepRefused(registration, error);
    else await removeRegistration(registration.key);
    await showRefused();
    throw error;
  }
}

/** Keeps a refused registration for its correction. Returns false when it will be sent again. */
async function refuseRegistration(registration: SavedRegistration, error: unknown): Promise<boolean> {
  if (isBusy(registration, error) || !isAnswer(error) || !isFinalRefusal(error)) return false;
  console.error(error);
  await keepRefused(registration, error);
  tellAll({ key: registration.key, refusal: error.message });
  return true;
}

const unconnected: Submitted = { waitsFor: 'connection' };

/** True when the server refused the registration only because it is busy. */
function isBusy({ key }: SavedRegistration, error: unknown): boolean {
  const ms = busyMs(error);
  if (ms === undefined) return false;
  // Spreads the retries of visitors who were refused together
  pauseMs = Math.max(pauseMs, ms * (1 + Math.random() / 2));
  tellTab({ key, isBusy: true });
  return true;
}

const isAnswer = (error: unknown): error is ApiFailure => error instanceof ApiFailure && error.status > 0;

const isFinalRefusal = ({ status }: ApiFailure) => status >= 400 && status < 500 && status !== 408;

/** Health answers leave the device, because they are no longer needed after an answer. */
function keepRefused({ body, ...registration }: SavedRegistration, { details }: ApiFailure): Promise<void> {
  return saveRegistration({
    ...registration,
    body: { ...body, ...Object.fromEntries(healthFields.map((name) => [name, ''])) },
    faults: details,
    lost: healthFields.filter((name) => body[name]),
  });
}

export { Review } from './review.tsx';
// Exported here, so that the build puts all into one file; few pages need any
export { findRegistration } from './saved-registrations.ts';
export { WaitingRegistration } from './waiting-registration.tsx';
