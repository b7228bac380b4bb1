import { ApiFailure } from '@institute/client/failure';
import { healthFields } from '@institute/contract/registration-fields.constants';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { toast } from '@institute/ui/toast.ts';
import type { Api } from '../../api/api.ts';
import { busyMs } from '../../api/until-taken.ts';
import { hideBar, showBar } from '../../document/notice-bar.ts';
import { waitingMark } from '../../document/waiting.constants.ts';
import { draftStore } from './draft.ts';
import {
  findRegistration,
  holdRegistration,
  listBeingCorrected,
  releaseRegistration,
  removeExpired,
  removeRegistration,
  savedRegistrations,
  saveRegistration,
  withTabLock,
} from './saved-registrations.ts';
import { type Progress, type SavedRegistration, savedState } from './saved-state.ts';
import { sentRegistrations } from './sent-registrations.ts';

type Outcome = { key: string } & ({ reference: string } | { refusal: string });

type Send = Api['send']['registration'];

const RETRY_MS = 5000;

let channel: BroadcastChannel | undefined;
let send: Send;
let isHeld: Promise<void> | undefined;
let lastTurn = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The site asked to wait until this time. */
let busyUntil = 0;

/** Reads what is saved, and sends it now and whenever the connection is back. */
export async function startDelivery(over: Send): Promise<void> {
  send = over;
  if (channel) return readDevice();
  channel = new BroadcastChannel('saved-applications');
  channel.onmessage = ({ data }) => announceOutcome(data);
  const { corrects, sent } = draftStore.load('');
  isHeld = corrects && corrects !== sent ? holdRegistration(corrects) : undefined;
  addEventListener('online', deliverAll);
  await readDevice();
  deliverAll();
}

/** Rejects when the browser cannot store it. `corrects` is the key of the one that it replaces. */
export async function submitRegistration(registration: SavedRegistration, corrects: string | null) {
  await saveRegistration(registration, corrects);
  if (corrects) releaseRegistration(corrects);
  await readDevice();
  deliverAll();
}

/** Returns a waiting registration, which then waits for its correction. Undefined when it was sent meanwhile. */
export const holdForChange = (key: string) =>
  withTabLock(async () => {
    await holdRegistration(key);
    return findRegistration(key);
  });

export function forgetSent(): void {
  sentRegistrations.clear();
  savedState.change({ sent: [] });
}

export async function dropRegistration(key: string): Promise<void> {
  // One that is being sent is removed by that
  await withTabLock(() => removeRegistration(key));
  await readDevice();
}

/** The form has the answers of a refused registration, and keeps them itself. */
export async function removeFromQueue(key: string): Promise<void> {
  await removeRegistration(key);
  await readDevice();
}

/** A browser without storage has nothing saved. */
export async function readDevice(): Promise<void> {
  const saved = await savedRegistrations().catch(() => []);
  savedState.change({ saved, sent: sentRegistrations.list() });
  if (saved.length > 0) deviceStore.setItem(waitingMark, '');
  else deviceStore.removeItem(waitingMark);
  if (!saved.some(({ key, faults }) => faults && key !== inForm())) return hideBar('refused');
  void showBar('refused', {
    text: 'Your application needs you',
    link: { href: '/registration/mine', label: 'See what to do' },
  });
}

const inForm = () => savedState.read()?.inForm;

async function announceOutcome(outcome: Outcome): Promise<void> {
  if ('reference' in outcome) {
    toast.success('Registration Successful!', {
      description: `Thank you for registering. Your reference is ${outcome.reference}.`,
    });
    savedState.noteProgress(outcome.key, { is: 'sent', reference: outcome.reference });
  } else toast.error('Registration Failed', { description: `Please try again later. ${outcome.refusal}` });
  await readDevice();
}

function notifyPages(outcome: Outcome): Promise<void> {
  channel?.postMessage(outcome);
  return announceOutcome(outcome);
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
  const held = await listBeingCorrected();
  const waiting = (await savedRegistrations()).filter(({ key, faults }) => !faults && !held.has(key));
  let left = 0;
  for (const registration of waiting) {
    const progress = reasonToWait() ?? (await sendOne(registration));
    if (!progress) continue;
    savedState.noteProgress(registration.key, progress);
    left += 1;
  }
  return left;
}

const waitingForConnection: Progress = { is: 'waiting', for: 'connection' };
const waitingForSite: Progress = { is: 'waiting', for: 'site' };

function reasonToWait(): Progress | undefined {
  if (!navigator.onLine) return waitingForConnection;
  return Date.now() < busyUntil ? waitingForSite : undefined;
}

/** Undefined when it was sent or refused. */
async function sendOne(registration: SavedRegistration): Promise<Progress | undefined> {
  const { key, body, program } = registration;
  const answer = await send(body, key).catch((error: unknown) => ({ error }));
  if ('reference' in answer) {
    await removeRegistration(key);
    sentRegistrations.add({ reference: answer.reference, program, sentAt: Date.now() });
    await notifyPages({ key, reference: answer.reference });
    return undefined;
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
  if (!isFinalRefusal(error) && inForm() !== key) return waitingForConnection;
  console.error(error);
  await keepRefused(registration, error);
  await notifyPages({ key, refusal: error.message });
  return undefined;
}

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
export { WaitingRegistration } from './waiting-registration.tsx';
