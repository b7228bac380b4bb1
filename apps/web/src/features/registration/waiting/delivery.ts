import { ApiFailure } from '@institute/client/failure';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { toast } from '@institute/ui/toast.ts';
import type { Api } from '../../../api/api.ts';
import { readBusyMs } from '../../../api/until-taken.ts';
import { hideNoticeBar, showNoticeBar } from '../../../document/notice-bar.ts';
import { waitingAttribute } from '../../../document/waiting.constants.ts';
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

type SendRegistration = Api['send']['registration'];

/** Unsent registrations are removed from the device after this time. */
const STORAGE_TIMEOUT_MS = 30 * 24 * 60 * 60 * 1000;
const RETRY_PAUSE_MS = 5000;
/** A form no longer waits for the first answer after this time. */
const SLOW_SENDING_MS = 30_000;

let sendRegistration: SendRegistration;
/** Open pages tell each other to read the device again. */
let broadcastChannel: BroadcastChannel | undefined;
let lastDelivery = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The site asked to wait until this time. */
let serverBusyUntil = 0;
/** Key of the registration whose form on this page waits for the first answer. */
let keyOfForm: string | undefined;

/** Reads what is saved, and sends it now and whenever the connection is back. */
export async function startDelivery(over: SendRegistration): Promise<void> {
  sendRegistration = over;
  if (broadcastChannel) return readSavedFromDevice();
  broadcastChannel = new BroadcastChannel(SAVED_DATABASE);
  broadcastChannel.onmessage = readSavedFromDevice;
  const { corrects, sent } = draftStore.load('');
  if (corrects && corrects !== sent) void holdRegistration(corrects);
  addEventListener('online', deliverAll);
  await readSavedFromDevice();
  void deliverAll();
}

/**
 * Stores a registration. Rejects when the browser cannot. `corrects` is the key of the registration that it
 * replaces.
 */
export async function storeRegistration(registration: SavedRegistration, corrects: string | null) {
  await savedRegistrations.save(registration, corrects);
  if (corrects) releaseRegistration();
  await announceChange();
}

/**
 * Sends a saved registration and returns it in its state after the first try. `signal` aborts when the form
 * is left.
 */
export async function deliverForForm(key: string, isCorrection: boolean, signal: AbortSignal) {
  keyOfForm = key;
  const pageLeaving = new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', resolve);
    if (signal.aborted) resolve(undefined);
  });
  const slowSending = new Promise((resolve) => setTimeout(resolve, SLOW_SENDING_MS));
  await Promise.race([deliverAll(), pageLeaving, slowSending]);
  // Another page may have sent the registration just now
  if (!signal.aborted) await readSavedFromDevice();
  keyOfForm = undefined;
  const triedRegistration = savedState.find(key);
  if (!triedRegistration || !('faults' in triedRegistration)) return triedRegistration;
  // The form still has the answers, so the copy on the device goes. A correction stays there, because it has
  // replaced the earlier registration
  if (!isCorrection) await savedRegistrations.remove(key);
  await announceChange();
  return triedRegistration;
}

/**
 * Keeps a waiting registration from being sent while it is corrected, and returns it. Undefined when it was
 * sent meanwhile.
 */
export async function holdForCorrection(key: string): Promise<SavedRegistration | undefined> {
  await holdRegistration(key);
  return (await savedRegistrations.list()).find((saved) => saved.key === key);
}

/** Removes a registration from the device. One that is being sent is removed after its answer. */
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
  await readSavedFromDevice();
  broadcastChannel?.postMessage(null);
}

/** A browser without storage has nothing saved. */
async function readSavedFromDevice(): Promise<void> {
  const savedList = await savedRegistrations.list().catch(() => []);
  const savedBefore = savedState.read()?.saved ?? [];
  savedState.change({ saved: savedList, sent: sentRegistrations.list() });
  for (const { key, faults } of savedBefore) if (!faults) announceAnswer(key);

  if (savedList.length > 0) deviceStore.setItem(waitingAttribute, '');
  else deviceStore.removeItem(waitingAttribute);
  if (!savedList.some(({ key, faults }) => faults && key !== keyOfForm)) return hideNoticeBar('refused');
  void showNoticeBar('refused', {
    text: 'Your application needs you',
    link: { href: '/registration/mine', label: 'See what to do' },
  });
}

/** Tells the visitor of this page about an answer, whichever page has sent the registration. */
function announceAnswer(key: string): void {
  const answeredRegistration = savedState.find(key);
  if (!answeredRegistration) return;
  if ('reference' in answeredRegistration) {
    toast.success('Registration Successful!', {
      description: `Thank you for registering. Your reference is ${answeredRegistration.reference}.`,
    });
  } else if (answeredRegistration.faults) {
    toast.error('Registration Failed', {
      description: `Please try again later. ${answeredRegistration.message}`,
    });
  }
}

/** Sends the saved registrations. Resolves when all were tried, by this page or another one. */
function deliverAll(): Promise<void> {
  lastDelivery = lastDelivery.then(async () => {
    const unsentCount = await withTabLock(sendAllSaved).catch(() => 0);
    clearTimeout(timer);
    if (unsentCount > 0)
      timer = setTimeout(deliverAll, Math.max(RETRY_PAUSE_MS, serverBusyUntil - Date.now()));
  });
  return lastDelivery;
}

/** Sends all saved registrations. Returns how many must be tried again. */
async function sendAllSaved(): Promise<number> {
  let unsentCount = 0;
  for (const registration of await savedRegistrations.list()) {
    if (await runUnlessHeld(registration.key, () => sendOneSaved(registration))) unsentCount += 1;
  }
  return unsentCount;
}

/**
 * Sends one registration. Returns true when it must be tried again. Otherwise the answer has been stored on
 * the device.
 */
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
  if (!navigator.onLine) return setWaitsFor('connection');
  if (Date.now() < serverBusyUntil) return setWaitsFor('site');
  const sendAnswer = await sendRegistration(body, key).catch((error: unknown) => ({ error }));
  if ('reference' in sendAnswer) {
    sentRegistrations.add({ key, reference: sendAnswer.reference, program, sentAt: Date.now() });
    await savedRegistrations.remove(key);
    await announceChange();
    return false;
  }
  const { error } = sendAnswer;
  const busyMs = readBusyMs(error);
  if (busyMs !== undefined) {
    // Spreads the retries of visitors who were refused together
    serverBusyUntil = Date.now() + busyMs * (1 + Math.random() / 2);
    return setWaitsFor('site');
  }
  if (!(error instanceof ApiFailure) || error.status === 0) return setWaitsFor('connection');
  // Outside its form, a registration waits after a fault of the site. In the form, the visitor is told and
  // can press again
  if (!isFinalRefusal(error) && key !== keyOfForm) return setWaitsFor('connection');
  console.error(error);
  const { message, details: faults } = error;
  // Health answers leave the device, because they are no longer needed after an answer
  const withoutHealth = { ...body, ...Object.fromEntries(healthFields.map((name) => [name, ''])) };
  const lostHealth = healthFields.filter((name) => body[name]);
  await savedRegistrations.save({ ...registration, body: withoutHealth, faults, message, lost: lostHealth });
  await announceChange();
  return false;
}

const isFinalRefusal = ({ status }: ApiFailure) => status >= 400 && status < 500 && status !== 408;

function setWaitsFor(waitsFor: WaitsFor): true {
  savedState.change({ waitsFor });
  return true;
}

export { Review } from '../review.tsx';
// Exported here, so that the build puts all of it into one file, because few pages need any of it
export { WaitingRegistration } from './waiting-registration.tsx';
