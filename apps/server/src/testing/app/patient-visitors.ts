import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { currencies, currencyCodes } from '@institute/contract/money';

const PAUSE_MS = 100;
const TIMEOUT_MS = 15_000;
const REPEAT_PAUSE_MS = 250;

export type Task = () => Promise<void>;

/** How the product learns that a donor has paid. */
const reportWays = ['asked for', 'notice', 'both at once', 'told many times', 'left alone'] as const;

export function makeDonation(number: number) {
  const currency = currencyCodes[number % currencyCodes.length] ?? 'UGX';
  const { presets } = currencies[currency];
  return { currency, amount: presets[number % presets.length] ?? 1 };
}

/** Visitors who repeat a call until the server accepts it, with the same key. `faults` are answers that must never happen. */
export function makeVisitors(origin: string, secretHash: string) {
  const faults: string[] = [];
  /** Returns the answer's `data`. */
  async function post(path: string, body: object, headers = {}): Promise<Record<string, unknown>> {
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
  }
  const postForm = (form: string, number: number, body: object) =>
    post(`${apiPrefix}/${form}`, body, { 'idempotency-key': `${form}-${number}` });

  async function register(number: number): Promise<void> {
    const name = {
      firstName: 'Amina',
      lastName: `Example ${writeInLetters(number)}`,
      phone: '+256 700 000 000',
    };
    const email = `applicant-${number}@example.org`;
    await postForm('registrations', number, { ...name, email, consent: true, programId: 1 });
  }

  async function writeMessage(number: number): Promise<void> {
    const message = { name: 'Ben', subject: `Question ${number}`, message: 'When?' };
    await postForm('contact', number, { ...message, email: `writer-${number}@example.org` });
  }

  async function donate(number: number): Promise<void> {
    const donor = { name: `Donor ${writeInLetters(number)}`, email: `donor-${number}@example.org` };
    const { amount, currency } = makeDonation(number);
    const { txRef } = await postForm('donations', number, { ...donor, amount, currency });
    const payment = { tx_ref: txRef, amount, currency };
    await post('/sandbox/payments', { ...payment, outcome: 'pay' });

    const verify = async () => {
      while ((await post(`${apiPrefix}/donations/${txRef}/verify`, {})).status !== 'successful')
        await sleep(REPEAT_PAUSE_MS);
    };
    const notice = { event: 'charge.completed', data: { ...payment, status: 'successful' } };
    const notify = () => post(`${apiPrefix}/donations/webhook`, notice, { 'verif-hash': secretHash });

    const way = reportWays[number % reportWays.length];
    if (way === 'asked for') await verify();
    if (way === 'notice') await notify();
    if (way === 'both at once') await Promise.all([verify(), notify()]);
    if (way === 'told many times') {
      await Promise.all([notify(), verify(), notify(), verify()]);
      await Promise.all([notify(), notify(), verify()]);
    }
  }

  return { faults, register, writeMessage, donate };
}

/** Because names of people hold no long numbers. */
const writeInLetters = (number: number) =>
  String(number).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
