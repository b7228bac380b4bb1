import { ApiFailure } from '@institute/client/failure';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { toast } from '@institute/ui/toast.ts';
import type { Api } from '../../../api/api.ts';
import { readBusyMs } from '../../../api/until-taken.ts';
import { hideBar, showBar } from '../../../document/notice-bar.ts';
import { waitingMark } from '../../../document/waiting.constants.ts';
import { draftStore } from '../draft.ts';
import { SAVED_DATABASE, type SavedRegistration, savedState, type WaitsFor } from './saved-state.ts';
import { sentRegistrations } from './sent-registrations.ts';
import {
  holdRegistration,
  releaseRegistration,
  runUnlessHeld,
  savedRegistrations,
  withTabLock,
} from './storage.ts';

type Send = Api['send']['registration'];

/** Unsent registrations are removed from the device after this time. */
const STORAGE_TIMEOUT_MS = 30 * 24 * 60 * 60 * 1000;
const RETRY_MS = 5000;
/** A form no longer waits for the first answer after this time. */
const SLOW_SENDING_MS = 30_000;

let sendCall: Send;
/** Open pages tell each other to read the device again. */
let channel: BroadcastChannel | undefined;
let lastTurn = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The site asked to wait until this time. */
let busyUntil = 0;
/** Key of the registration whose form on this page waits for the first answer. */
let keyOfForm: string | undefined;

/** Reads what is saved, and sends it now and whenever the connection is back. */
export async function startDelivery(over: Send): Promise<void> {
  sendCall = over;
  if (channel) return readDevice();
  channel = new BroadcastChannel(SAVED_DATABASE);
  channel.onmessage = readDevice;
  const { corrects, sent } = draftStore.load('');
  if (corrects && corrects !== sent) void holdRegistration(corrects);
  addEventListener('online', deliverAll);
  await readDevice();
  void deliverAll();
}

/** Rejects when the browser cannot store it. `corrects` is the key of the one that it replaces. */
export async function storeRegistration(registration: SavedRegistration, corrects: string | null) {
  await savedRegistrations.save(registration, corrects);
  if (corrects) releaseRegistration();
  await announceChange();
}

/** Sends a kept registration and returns it as the first try left it. `signal` tells that the form was left. */
export async function deliverForForm(key: string, isCorrection: boolean, signal: AbortSignal) {
  keyOfForm = key;
  const leaving = new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', resolve);
    if (signal.aborted) resolve(undefined);
  });
  const patience = new Promise((resolve) => setTimeout(resolve, SLOW_SENDING_MS));
  await Promise.race([deliverAll(), leaving, patience]);
  // Another page may have sent it just now
  if (!signal.aborted) await readDevice();
  keyOfForm = undefined;
  const tried = savedState.find(key);
  if (!tried || !('faults' in tried)) return tried;
  // The form still has the answers. Its correction of another one stays, which it has replaced.
  if (!isCorrection) await savedRegistrations.remove(key);
  await announceChange();
  return tried;
}

/** Returns a waiting registration, which then waits for its correction. Undefined when it was sent meanwhile. */
export async function holdForChange(key: string): Promise<SavedRegistration | undefined> {
  await holdRegistration(key);
  return (await savedRegistrations.list()).find((saved) => saved.key === key);
}

/** A registration that is being sent is removed after its answer. */
export async function dropRegistration(key: string): Promise<void> {
  await withTabLock(() => savedRegistrations.remove(key));
  if (draftStore.load('').corrects === key) draftStore.clear();
  await announceChange();
}

export async function forgetSentRegistrations(): Promise<void> {
  sentRegistrations.clear();
  await announceChange();
}

async function announceChange(): Promise<void> {
  await readDevice();
  channel?.postMessage(null);
}

/** A browser without storage has nothing saved. */
async function readDevice(): Promise<void> {
  const saved = await savedRegistrations.list().catch(() => []);
  const before = savedState.read()?.saved ?? [];
  savedState.change({ saved, sent: sentRegistrations.list() });
  for (const { key, faults } of before) if (!faults) announceAnswer(key);

  if (saved.length > 0) deviceStore.setItem(waitingMark, '');
  else deviceStore.removeItem(waitingMark);
  if (!saved.some(({ key, faults }) => faults && key !== keyOfForm)) return hideBar('refused');
  void showBar('refused', {
    text: 'Your application needs you',
    link: { href: '/registration/mine', label: 'See what to do' },
  });
}

/** Each page that is open tells its visitor, whichever has sent it. */
function announceAnswer(key: string): void {
  const answered = savedState.find(key);
  if (!answered) return;
  if ('reference' in answered) {
    toast.success('Registration Successful!', {
      description: `Thank you for registering. Your reference is ${answered.reference}.`,
    });
  } else if (answered.faults) {
    toast.error('Registration Failed', { description: `Please try again later. ${answered.message}` });
  }
}

/** Resolves when all were tried, by whichever page. */
function deliverAll(): Promise<void> {
  lastTurn = lastTurn.then(async () => {
    const unsentCount = await withTabLock(sendAllSaved).catch(() => 0);
    clearTimeout(timer);
    if (unsentCount > 0) timer = setTimeout(deliverAll, Math.max(RETRY_MS, busyUntil - Date.now()));
  });
  return lastTurn;
}

/** Returns how many are to be tried again. */
async function sendAllSaved(): Promise<number> {
  let unsentCount = 0;
  for (const registration of await savedRegistrations.list()) {
    if (await runUnlessHeld(registration.key, () => sendOneSaved(registration))) unsentCount += 1;
  }
  return unsentCount;
}

/** Returns whether it is to be tried again. Otherwise the device then has what follows from the answer. */
async function sendOneSaved(registration: SavedRegistration): Promise<boolean> {
  const { key, savedAt, body, program } = registration;
  if (savedAt <= Date.now() - STORAGE_TIMEOUT_MS) {
    toast.error('Your application was not sent', {
      description: 'It waited for 30 days and was removed from this device. Please register again.',
    });
    await savedRegistrations.remove(key);
    await announceChange();
    return false;
  }
  if (registration.faults) return false;
  if (!navigator.onLine) return waitFor('connection');
  if (Date.now() < busyUntil) return waitFor('site');
  const answer = await sendCall(body, key).catch((error: unknown) => ({ error }));
  if ('reference' in answer) {
    sentRegistrations.add({ key, reference: answer.reference, program, sentAt: Date.now() });
    await savedRegistrations.remove(key);
    await announceChange();
    return false;
  }
  const { error } = answer;
  const ms = readBusyMs(error);
  if (ms !== undefined) {
    // Spreads the retries of visitors who were refused together
    busyUntil = Date.now() + ms * (1 + Math.random() / 2);
    return waitFor('site');
  }
  if (!(error instanceof ApiFailure) || error.status === 0) return waitFor('connection');
  // In front of the form, a visitor is told of the site's faults too, and presses again
  if (!isFinalRefusal(error) && key !== keyOfForm) return waitFor('connection');
  console.error(error);
  const { message, details: faults } = error;
  // Health answers leave the device, because they are no longer needed after an answer
  const withoutHealth = { ...body, ...Object.fromEntries(healthFields.map((name) => [name, ''])) };
  const lost = healthFields.filter((name) => body[name]);
  await savedRegistrations.save({ ...registration, body: withoutHealth, faults, message, lost });
  await announceChange();
  return false;
}

const isFinalRefusal = ({ status }: ApiFailure) => status >= 400 && status < 500 && status !== 408;

function waitFor(waitsFor: WaitsFor): true {
  savedState.change({ waitsFor });
  return true;
}

export { Review } from '../review.tsx';
// Exported here, so that the build puts all into one file; few pages need any
export { WaitingRegistration } from './waiting-registration.tsx';
