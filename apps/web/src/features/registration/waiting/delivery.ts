import { ApiFailure } from '@institute/client/failure';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { toast } from '@institute/ui/toast.ts';
import type { Api } from '../../../api/api.ts';
import { readServerBusyPauseMs } from '../../../api/until-taken.ts';
import { hideNoticeBar, showNoticeBar } from '../../../document/notice-bar.ts';
import { waitingApplicationAttribute } from '../../../document/waiting.constants.ts';
import { draftStore } from '../draft.ts';
import {
  SAVED_DATABASE,
  type SavedRegistration,
  savedState,
  type WhatSendingWaitsFor,
} from './saved-state.ts';
import { sentRegistrations } from './sent-registrations.ts';
import {
  holdRegistration,
  releaseRegistration,
  runUnlessHeld,
  runWithDeliveryLock,
  savedRegistrations,
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
let lastDeliveryDone = Promise.resolve();
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
  addEventListener('online', deliverAllSaved);
  await readSavedFromDevice();
  void deliverAllSaved();
}

/**
 * Stores a registration. Rejects when the browser cannot. `corrects` is the key of the registration that it
 * replaces.
 */
export async function storeRegistration(registration: SavedRegistration, corrects: string | null) {
  await savedRegistrations.save(registration, corrects);
  if (corrects) releaseRegistration();
  await announceSavedChange();
}

/**
 * Sends a saved registration and returns it in its state after the first try. `signal` aborts when the form
 * is left.
 */
export async function deliverForForm(key: string, isCorrection: boolean, signal: AbortSignal) {
  keyOfForm = key;
  const formLeft = new Promise<unknown>((resolve) => {
    signal.addEventListener('abort', resolve);
    if (signal.aborted) resolve(undefined);
  });
  const slowSending = new Promise((resolve) => setTimeout(resolve, SLOW_SENDING_MS));
  await Promise.race([deliverAllSaved(), formLeft, slowSending]);
  // Another page may have sent the registration just now
  if (!signal.aborted) await readSavedFromDevice();
  keyOfForm = undefined;
  const registrationAfterTry = savedState.find(key);
  if (!registrationAfterTry || !('faults' in registrationAfterTry)) return registrationAfterTry;
  // The form still has the answers, so the copy on the device goes. A correction stays there, because it has
  // replaced the earlier registration
  if (!isCorrection) await savedRegistrations.remove(key);
  await announceSavedChange();
  return registrationAfterTry;
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
  await runWithDeliveryLock(() => savedRegistrations.remove(key));
  if (draftStore.load('').corrects === key) draftStore.clear();
  await announceSavedChange();
}

export async function forgetSentRegistrations(): Promise<void> {
  sentRegistrations.clear();
  await announceSavedChange();
}

async function announceSavedChange(): Promise<void> {
  await readSavedFromDevice();
  broadcastChannel?.postMessage(null);
}

/** A browser without storage has nothing saved. */
async function readSavedFromDevice(): Promise<void> {
  const registrationsOnDevice = await savedRegistrations.list().catch(() => []);
  const registrationsBefore = savedState.read()?.saved ?? [];
  savedState.change({ saved: registrationsOnDevice, sent: sentRegistrations.list() });
  for (const { key, faults } of registrationsBefore) if (!faults) announceAnswer(key);

  if (registrationsOnDevice.length > 0) deviceStore.setItem(waitingApplicationAttribute, '');
  else deviceStore.removeItem(waitingApplicationAttribute);
  if (!registrationsOnDevice.some(({ key, faults }) => faults && key !== keyOfForm))
    return hideNoticeBar('refused');
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
function deliverAllSaved(): Promise<void> {
  lastDeliveryDone = lastDeliveryDone.then(async () => {
    const unsentCount = await runWithDeliveryLock(sendAllSavedRegistrations).catch(() => 0);
    clearTimeout(timer);
    if (unsentCount > 0)
      timer = setTimeout(deliverAllSaved, Math.max(RETRY_PAUSE_MS, serverBusyUntil - Date.now()));
  });
  return lastDeliveryDone;
}

/** Sends all saved registrations. Returns how many must be tried again. */
async function sendAllSavedRegistrations(): Promise<number> {
  let unsentCount = 0;
  for (const registration of await savedRegistrations.list()) {
    if (await runUnlessHeld(registration.key, () => sendOneSavedRegistration(registration))) unsentCount += 1;
  }
  return unsentCount;
}

/**
 * Sends one registration. Returns true when it must be tried again. Otherwise the answer has been stored on
 * the device.
 */
async function sendOneSavedRegistration(registration: SavedRegistration): Promise<boolean> {
  const { key, savedAt, body, program } = registration;
  if (savedAt <= Date.now() - STORAGE_TIMEOUT_MS) {
    toast.error('Your application was not sent', {
      description: 'It waited for 30 days and was removed from this device. Please register again.',
    });
    await savedRegistrations.remove(key);
    await announceSavedChange();
    return false;
  }
  if (registration.faults) return false;
  if (!navigator.onLine) return setWhatSendingWaitsFor('connection');
  if (Date.now() < serverBusyUntil) return setWhatSendingWaitsFor('site');
  const sendAnswer = await sendRegistration(body, key).catch((error: unknown) => ({ error }));
  if ('reference' in sendAnswer) {
    sentRegistrations.add({ key, reference: sendAnswer.reference, program, sentAt: Date.now() });
    await savedRegistrations.remove(key);
    await announceSavedChange();
    return false;
  }
  const { error } = sendAnswer;
  const busyMs = readServerBusyPauseMs(error);
  if (busyMs !== undefined) {
    // Spreads the retries of visitors who were refused together
    serverBusyUntil = Date.now() + busyMs * (1 + Math.random() / 2);
    return setWhatSendingWaitsFor('site');
  }
  if (!(error instanceof ApiFailure) || error.status === 0) return setWhatSendingWaitsFor('connection');
  // Outside its form, a registration waits after a fault of the site. In the form, the visitor is told and
  // can press again
  if (!isFinalRefusal(error) && key !== keyOfForm) return setWhatSendingWaitsFor('connection');
  console.error(error);
  const { message, details: faults } = error;
  // Health answers leave the device, because they are no longer needed after an answer
  const withoutHealth = { ...body, ...Object.fromEntries(healthFields.map((name) => [name, ''])) };
  const lostHealthFieldNames = healthFields.filter((name) => body[name]);
  await savedRegistrations.save({
    ...registration,
    body: withoutHealth,
    faults,
    message,
    lost: lostHealthFieldNames,
  });
  await announceSavedChange();
  return false;
}

const isFinalRefusal = ({ status }: ApiFailure) => status >= 400 && status < 500 && status !== 408;

function setWhatSendingWaitsFor(waitsFor: WhatSendingWaitsFor): true {
  savedState.change({ waitsFor });
  return true;
}

export { Review } from '../review.tsx';
// Exported here, so that the build puts all of it into one file, because few pages need any of it
export { WaitingRegistration } from './waiting-registration.tsx';
