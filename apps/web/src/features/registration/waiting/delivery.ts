import { ApiFailure } from '@institute/client/failure';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { toast } from '@institute/ui/toast.ts';
import type { Api } from '../../../api/api.ts';
import { busyMs } from '../../../api/until-taken.ts';
import { hideBar, showBar } from '../../../document/notice-bar.ts';
import { waitingMark } from '../../../document/waiting.constants.ts';
import { draftStore } from '../draft.ts';
import { type Outcome, type SavedRegistration, savedState } from './saved-state.ts';
import { sentRegistrations } from './sent-registrations.ts';
import {
  holdRegistration,
  releaseRegistration,
  removeExpired,
  removeRegistration,
  savedRegistrations,
  saveRegistration,
  unlessHeld,
  withTabLock,
} from './storage.ts';

type Send = Api['send']['registration'];
type Told = { key: string; outcome: Outcome };

const RETRY_MS = 5000;
/** A form no longer waits for the first answer after this time. */
const PATIENCE_MS = 30_000;

let channel: BroadcastChannel | undefined;
let send: Send;
let isHeld: Promise<void> | undefined;
let lastTurn = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The site asked to wait until this time. */
let busyUntil = 0;
/** Forms of this page that wait for the first answer, by the keys of their registrations. */
const asking = new Map<string, { isCorrection: boolean; answerForm: (outcome: Outcome) => void }>();

/** Reads what is saved, and sends it now and whenever the connection is back. */
export async function startDelivery(over: Send): Promise<void> {
  send = over;
  if (channel) return readDevice();
  channel = new BroadcastChannel('saved-applications');
  channel.onmessage = ({ data }) => take(data);
  const { corrects, sent } = draftStore.load('');
  isHeld = corrects && corrects !== sent ? holdRegistration(corrects) : undefined;
  addEventListener('online', deliverAll);
  await readDevice();
  deliverAll();
}

/** Rejects when the browser cannot store it. `corrects` is the key of the one that it replaces. */
export async function keepRegistration(registration: SavedRegistration, corrects: string | null) {
  await saveRegistration(registration, corrects);
  if (corrects) releaseRegistration();
  await readDevice();
}

type Asking = { isCorrection: boolean; signal: AbortSignal };

/** Sends a kept registration and returns its first outcome. None comes to a form that was left, as `signal` tells. */
export function deliverForForm(key: string, { isCorrection, signal }: Asking): Promise<Outcome> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => take({ key, outcome: waitingForConnection }), PATIENCE_MS);
    const answerForm = (outcome: Outcome) => {
      clearTimeout(patience);
      resolve(outcome);
    };
    const leave = () => {
      clearTimeout(patience);
      asking.delete(key);
    };
    asking.set(key, { isCorrection, answerForm });
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
    deliverAll();
  });
}

/** Returns a waiting registration, which then waits for its correction. Undefined when it was sent meanwhile. */
export async function holdForChange(key: string): Promise<SavedRegistration | undefined> {
  await holdRegistration(key);
  return (await savedRegistrations()).find((saved) => saved.key === key);
}

/** One that is being sent is removed by that. */
export async function dropRegistration(key: string): Promise<void> {
  await withTabLock(() => removeRegistration(key));
  if (draftStore.load('').corrects === key) draftStore.clear();
  await readDevice();
}

export async function forgetSent(): Promise<void> {
  sentRegistrations.clear();
  await readDevice();
}

/** A browser without storage has nothing saved. */
async function readDevice(): Promise<void> {
  const saved = await savedRegistrations().catch(() => []);
  savedState.change({ saved, sent: sentRegistrations.list() });
  if (saved.length > 0) deviceStore.setItem(waitingMark, '');
  else deviceStore.removeItem(waitingMark);
  if (!saved.some(({ faults }) => faults)) return hideBar('refused');
  void showBar('refused', {
    text: 'Your application needs you',
    link: { href: '/registration/mine', label: 'See what to do' },
  });
}

function deliverAll(): void {
  clearTimeout(timer);
  lastTurn = lastTurn.then(async () => {
    await isHeld;
    const left = await withTabLock(sendAll).catch(() => 0);
    clearTimeout(timer);
    if (left > 0) timer = setTimeout(deliverAll, Math.max(RETRY_MS, busyUntil - Date.now()));
  });
}

/** Returns how many still wait. */
async function sendAll(): Promise<number> {
  if ((await removeExpired()) > 0) {
    toast.error('Your application was not sent', {
      description: 'It waited for 30 days and was removed from this device. Please register again.',
    });
    await readDevice();
  }
  let left = 0;
  for (const registration of await savedRegistrations()) {
    const { key, faults } = registration;
    const outcome = faults ? undefined : await unlessHeld(key, () => trySending(registration));
    if (!outcome) continue;
    if (outcome.is === 'waiting') left += 1;
    else channel?.postMessage({ key, outcome } satisfies Told);
    await take({ key, outcome });
  }
  return left;
}

const waitingForConnection: Outcome = { is: 'waiting', for: 'connection' };
const waitingForSite: Outcome = { is: 'waiting', for: 'site' };

/** The device then holds what follows from the outcome. */
async function trySending(registration: SavedRegistration): Promise<Outcome> {
  const { key, body, program } = registration;
  if (!navigator.onLine) return waitingForConnection;
  if (Date.now() < busyUntil) return waitingForSite;
  const answer = await send(body, key).catch((error: unknown) => ({ error }));
  if ('reference' in answer) {
    const { reference } = answer;
    await removeRegistration(key);
    sentRegistrations.add({ reference, program, sentAt: Date.now() });
    return { is: 'sent', reference };
  }
  const { error } = answer;
  const ms = busyMs(error);
  if (ms !== undefined) {
    // Spreads the retries of visitors who were refused together
    busyUntil = Date.now() + ms * (1 + Math.random() / 2);
    return waitingForSite;
  }
  if (!(error instanceof ApiFailure) || error.status === 0) return waitingForConnection;
  // In front of the form, a visitor is told of the site's faults too, and presses again
  if (!isFinalRefusal(error) && !asking.has(key)) return waitingForConnection;
  console.error(error);
  const { message, details: faults } = error;
  // Health answers leave the device, because they are no longer needed after an answer
  const withoutHealth = { ...body, ...Object.fromEntries(healthFields.map((name) => [name, ''])) };
  const lost = healthFields.filter((name) => body[name]);
  await saveRegistration({ ...registration, body: withoutHealth, faults, lost });
  return { is: 'refused', message, faults };
}

const isFinalRefusal = ({ status }: ApiFailure) => status >= 400 && status < 500 && status !== 408;

/** Each page that is open tells its visitor, whichever has sent it. */
async function take({ key, outcome }: Told): Promise<void> {
  const form = asking.get(key);
  asking.delete(key);
  if (outcome.is === 'sent') {
    toast.success('Registration Successful!', {
      description: `Thank you for registering. Your reference is ${outcome.reference}.`,
    });
  }
  if (outcome.is === 'refused') {
    toast.error('Registration Failed', { description: `Please try again later. ${outcome.message}` });
    // The form still has the answers. Its correction of another one stays, which it has replaced.
    if (form && !form.isCorrection) await removeRegistration(key);
  }
  if (outcome.is !== 'waiting') await readDevice();
  savedState.change({ outcomes: { ...savedState.read()?.outcomes, [key]: outcome } });
  form?.answerForm(outcome);
}

export { Review } from '../review.tsx';
// Exported here, so that the build puts all into one file; few pages need any
export { WaitingRegistration } from './waiting-registration.tsx';
