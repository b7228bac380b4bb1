import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { currencies, currencyCodes } from '@institute/contract/money';

const PAUSE_MS = 100;
const TIMEOUT_MS = 15_000;
const AGAIN_MS = 250;

export type Task = () => Promise<void>;

/** Posts until the server accepts. Returns the answer's `data`. */
type Post = (
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<Record<string, unknown>>;

export const ways = ['asked for', 'notice', 'both at once', 'told many times', 'left alone'] as const;

/** Retries while the server is killed again and again. `faults` are answers that must never happen. */
export function retryingPost(origin: string): { post: Post; faults: string[] } {
  const faults: string[] = [];
  const postUntilAccepted: Post = async (path, body, headers = {}) => {
    for (;;) {
      try {
        const answer = await fetch(origin + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const { data = {} } = (await answer.json()) as { data?: Record<string, unknown> };
        if (answer.ok) return data;
        // 503: the database is not up yet. Any other status is a fault.
        if (answer.status !== 503) faults.push(`POST ${path}: ${answer.status}`);
      } catch {
        // The server is down.
      }
      await sleep(PAUSE_MS);
    }
  };
  return { post: postUntilAccepted, faults };
}

/** In letters, because names of people hold no long numbers. */
const inLetters = (number: number) =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

export const registrationTask =
  (post: Post, number: number): Task =>
  async () => {
    const name = { firstName: 'Amina', lastName: `Example ${inLetters(number)}`, phone: '+256 700 000 000' };
    const applicant = { ...name, email: `applicant-${number}@example.org`, consent: true, programId: 1 };
    await post(`${apiPrefix}/registrations`, applicant, idempotencyHeader('registration', number));
  };

export const contactTask =
  (post: Post, number: number): Task =>
  async () => {
    const message = { name: 'Ben', email: `writer-${number}@example.org`, subject: `Question ${number}` };
    await post(
      `${apiPrefix}/contact`,
      { ...message, message: 'When?' },
      idempotencyHeader('contact', number),
    );
  };

export function makeDonation(number: number) {
  const currency = currencyCodes[number % currencyCodes.length] ?? 'UGX';
  const { presets } = currencies[currency];
  return { currency, amount: presets[number % presets.length] ?? 1 };
}

export const donationTask =
  (post: Post, secretHash: string, number: number): Task =>
  async () => {
    const donation = {
      name: `Donor ${inLetters(number)}`,
      email: `donor-${number}@example.org`,
      ...makeDonation(number),
    };
    const { txRef } = await post(`${apiPrefix}/donations`, donation, idempotencyHeader('donation', number));
    const payment = { tx_ref: txRef, amount: donation.amount, currency: donation.currency };
    await post('/sandbox/payments', { ...payment, outcome: 'pay' });

    const verify = async () => {
      while ((await post(`${apiPrefix}/donations/${txRef}/verify`, {})).status !== 'successful')
        await sleep(AGAIN_MS);
    };
    const notifyPayment = () =>
      post(
        `${apiPrefix}/donations/webhook`,
        { event: 'charge.completed', data: { ...payment, status: 'successful' } },
        { 'verif-hash': secretHash },
      );

    const way = ways[number % ways.length];
    if (way === 'asked for') await verify();
    if (way === 'notice') await notifyPayment();
    if (way === 'both at once') await Promise.all([verify(), notifyPayment()]);
    if (way === 'told many times') {
      await Promise.all([notifyPayment(), verify(), notifyPayment(), verify()]);
      await Promise.all([notifyPayment(), notifyPayment(), verify()]);
    }
  };

const idempotencyHeader = (scope: string, number: number) => ({ 'idempotency-key': `${scope}-${number}` });
