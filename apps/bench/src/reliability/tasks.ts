import { setTimeout as sleep } from 'node:timers/promises';
import { apiPrefix } from '@institute/contract/api.constants';
import { currencies, currencyCodes } from '@institute/contract/money';
import type { Client } from './client.ts';

/** A complete task of one visitor. */
export type Task = () => Promise<void>;

/** Ways in which the product learns that a donation is paid. */
export const ways = ['asked for', 'notice', 'both at once', 'told many times', 'left alone'] as const;

const AGAIN_MS = 250;

export const donationOf = (number: number) => {
  const currency = currencyCodes[number % currencyCodes.length] ?? 'UGX';
  const { presets } = currencies[currency];
  return { currency, amount: presets[number % presets.length] ?? 1 };
};

/** Causes two emails: to the applicant and to the office. */
export const register =
  ({ post }: Client, programId: number, number: number): Task =>
  async () => {
    const applicant = {
      firstName: 'Amina',
      lastName: `Example ${number}`,
      email: `applicant-${number}@example.org`,
      phone: '+256 700 000 000',
      consent: true,
    };
    await post(`${apiPrefix}/registrations`, { ...applicant, programId }, keyOf('registration', number));
  };

/** Causes one email to the office. */
export const writeMessage =
  ({ post }: Client, number: number): Task =>
  async () => {
    const message = { name: 'Ben', email: `writer-${number}@example.org`, subject: `Question ${number}` };
    await post(`${apiPrefix}/contact`, { ...message, message: 'When?' }, keyOf('contact', number));
  };

/** A paid donation, with one receipt. */
export const donate =
  ({ post }: Client, secretHash: string, number: number): Task =>
  async () => {
    const donation = { name: `Donor ${number}`, email: `donor-${number}@example.org`, ...donationOf(number) };
    const { data } = await post(`${apiPrefix}/donations`, donation, keyOf('donation', number));
    const payment = { tx_ref: data.txRef, amount: donation.amount, currency: donation.currency };
    await post('/sandbox/payments', { ...payment, outcome: 'pay' });

    const verify = async () => {
      for (;;) {
        const answer = await post(`${apiPrefix}/donations/${data.txRef}/verify`, {});
        if (answer.data.status === 'successful') return;
        await sleep(AGAIN_MS);
      }
    };
    const notify = () =>
      post(
        `${apiPrefix}/donations/webhook`,
        { event: 'charge.completed', data: { ...payment, status: 'successful' } },
        { 'verif-hash': secretHash },
      );

    const way = ways[number % ways.length];
    if (way === 'asked for') await verify();
    if (way === 'notice') await notify();
    if (way === 'both at once') await Promise.all([verify(), notify()]);
    if (way === 'told many times') {
      await Promise.all([notify(), verify(), notify(), verify()]);
      await Promise.all([notify(), notify(), verify()]);
    }
  };

const keyOf = (scope: string, number: number) => ({ 'idempotency-key': `${scope}-${number}` });
