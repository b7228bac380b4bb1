import { ApiFailure } from '@institute/client/failure';
import type { Api } from '../../api/api.ts';
import { toast } from '../../ui/toast.ts';
import { allFields } from './fields.ts';
import {
  type SavedApplication,
  saveApplication,
  savedApplications,
  takeApplication,
  withTabLock,
} from './saved-applications.ts';

/** What came of an application that had waited; every tab hears of it. */
export type Outcome = { key: string } & ({ reference: string } | { refusal: string });

type Send = Api['send']['registration'];

/** How long after a failed try the next one comes. */
const RETRY_MS = 8000;

const outcomes = new EventTarget();
let channel: BroadcastChannel | undefined;
let attempt = () => Promise.resolve();

/** Sends what was saved on this device, now and as soon as there is a connection. */
export function deliverSaved(send: Send): void {
  channel = new BroadcastChannel('saved-applications');
  channel.onmessage = ({ data }) => announce(data);
  let timer: ReturnType<typeof setTimeout> | undefined;
  attempt = async () => {
    clearTimeout(timer);
    // a browser that keeps nothing has nothing to send
    const waiting = await withTabLock(() => sendAll(send)).catch(() => 0);
    if (waiting > 0) timer = setTimeout(attempt, RETRY_MS);
  };
  addEventListener('online', () => attempt());
  void attempt();
}

/** Keeps an application until it can be sent. */
export async function sendLater(application: SavedApplication): Promise<void> {
  await saveApplication(application);
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

/** Returns how many still wait. */
async function sendAll(send: Send): Promise<number> {
  const waiting = (await savedApplications()).filter(({ faults }) => !faults);
  let left = waiting.length;
  for (const application of waiting) {
    if (!navigator.onLine) break;
    const outcome = await sendOne(send, application);
    if (!outcome) continue;
    left -= 1;
    announce(outcome);
    channel?.postMessage(outcome);
  }
  return left;
}

async function sendOne(send: Send, { key, body }: SavedApplication): Promise<Outcome | undefined> {
  try {
    const { reference } = await send(body, key);
    await takeApplication(key);
    return { key, reference };
  } catch (error) {
    if (!(error instanceof ApiFailure) || !isRefusal(error)) return undefined;
    console.error(error);
    await saveApplication({ key, body: withoutMedical(body), faults: error.details });
    return { key, refusal: error.message };
  }
}

/** Said once and for all; a busy or broken server may take it later. */
const isRefusal = ({ status }: ApiFailure) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

/** The answer has come, so what is most private leaves the device. */
function withoutMedical(body: SavedApplication['body']): SavedApplication['body'] {
  const names = allFields.filter(({ medical }) => medical).map(({ name }) => name);
  return { ...body, ...Object.fromEntries(names.map((name) => [name, ''])) };
}
