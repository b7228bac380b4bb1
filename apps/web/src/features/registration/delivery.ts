import { ApiFailure } from '@institute/client/failure';
import type { Api } from '../../api/api.ts';
import { toast } from '../../ui/toast.ts';
import { allFields } from './fields.ts';
import {
  removeExpired,
  type SavedRegistration,
  savedRegistrations,
  saveRegistration,
  takeRegistration,
  withTabLock,
} from './saved-registrations.ts';

/** The answer to a saved registration. All tabs get it. */
export type Outcome = { key: string } & ({ reference: string } | { refusal: string });

type Send = Api['send']['registration'];

const RETRY_MS = 8000;

const outcomes = new EventTarget();
let channel: BroadcastChannel | undefined;
let attempt = () => Promise.resolve();

/** Sends the saved registrations, now and whenever the connection is back. */
export function deliverSaved(send: Send): void {
  channel = new BroadcastChannel('saved-applications');
  channel.onmessage = ({ data }) => announce(data);
  let timer: ReturnType<typeof setTimeout> | undefined;
  attempt = async () => {
    clearTimeout(timer);
    // A browser without storage has nothing to send.
    const waiting = await withTabLock(() => sendAll(send)).catch(() => 0);
    if (waiting > 0) timer = setTimeout(attempt, RETRY_MS);
  };
  addEventListener('online', () => attempt());
  void attempt();
}

/** Saves a registration until it can be sent. */
export async function sendLater(registration: SavedRegistration): Promise<void> {
  await saveRegistration(registration);
  void attempt();
}

export function onOutcome(listener: (outcome: Outcome) => void): () => void {
  const hear = (event: Event) => listener((event as CustomEvent<Outcome>).detail);
  outcomes.addEventListener('outcome', hear);
  return () => outcomes.removeEventListener('outcome', hear);
}

function announce(outcome: Outcome): void {
  if ('reference' in outcome) {
    toast.success('Registration Successful!', {
      description: `Thank you for registering. Your reference is ${outcome.reference}.`,
    });
  } else {
    toast.error('Registration Failed', {
      description: `Please try again later. ${outcome.refusal} Open Registration to correct it.`,
    });
  }
  outcomes.dispatchEvent(new CustomEvent('outcome', { detail: outcome }));
}

/** Returns the number of those that still wait. */
async function sendAll(send: Send): Promise<number> {
  if ((await removeExpired()) > 0) {
    toast.error('Your application was not sent', {
      description: 'It waited for 30 days and was removed from this device. Please register again.',
    });
  }
  const waiting = (await savedRegistrations()).filter(({ faults }) => !faults);
  let left = waiting.length;
  for (const registration of waiting) {
    if (!navigator.onLine) break;
    const outcome = await sendOne(send, registration);
    if (!outcome) continue;
    left -= 1;
    announce(outcome);
    channel?.postMessage(outcome);
  }
  return left;
}

async function sendOne(send: Send, { key, body, savedAt }: SavedRegistration): Promise<Outcome | undefined> {
  try {
    const { reference } = await send(body, key);
    await takeRegistration(key);
    return { key, reference };
  } catch (error) {
    if (!(error instanceof ApiFailure) || !isRefusal(error)) return undefined;
    console.error(error);
    await saveRegistration({
      key,
      body: withoutMedical(body),
      faults: error.details,
      ...(savedAt !== undefined && { savedAt }),
    });
    return { key, refusal: error.message };
  }
}

/** A final refusal. After 408, 429 or 5xx the server may accept it later. */
const isRefusal = ({ status }: ApiFailure) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** After the answer the medical data is no longer needed on the device. */
function withoutMedical(body: SavedRegistration['body']): SavedRegistration['body'] {
  const names = allFields.filter(({ medical }) => medical).map(({ name }) => name);
  return { ...body, ...Object.fromEntries(names.map((name) => [name, ''])) };
}
