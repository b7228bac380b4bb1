import { expect, test, vi } from 'vitest';
import { type CheckoutOptions, CheckoutUnavailable, loadCheckout, openCheckout } from './checkout.ts';

const checkout = () => undefined;

function network(failures: number) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const asked: string[] = [];
  const pauses: number[] = [];
  return {
    asked,
    pauses,
    fetchScript: async (url: string) => {
      asked.push(url);
      if (asked.length <= failures) throw new Error('offline');
      return checkout;
    },
    pause: async (ms: number) => {
      pauses.push(ms);
    },
  };
}

test('loads the script again after a second, up to three times', async () => {
  const ways = network(2);

  expect(await loadCheckout('/pay.js', ways)).toBe(checkout);
  expect(ways.asked).toEqual(['/pay.js', '/pay.js', '/pay.js']);
  expect(ways.pauses).toEqual([1000, 1000]);
});

test('fails after three tries, and tries again on a later call', async () => {
  const ways = network(3);

  await expect(loadCheckout('/pay.js', ways)).rejects.toThrow(CheckoutUnavailable);
  expect(ways.asked).toHaveLength(3);
  expect(await loadCheckout('/pay.js', ways)).toBe(checkout);
});

const donation = {
  public_key: 'key',
  tx_ref: '1700000000000-abc',
  amount: 5,
  currency: 'USD',
  payment_options: 'card, mobilemoney, ussd',
  customer: { email: 'ada@example.org', phone_number: '', name: 'Ada' },
  customizations: { title: 'Support Our Mission', description: 'Donation', logo: '/logo.png' },
};

function opened() {
  const answers: string[] = [];
  let given: CheckoutOptions | undefined;
  const close = vi.fn();
  const provider = (options: CheckoutOptions) => {
    given = options;
    return { close };
  };
  openCheckout(
    provider,
    donation,
    (status) => answers.push(status),
    () => answers.push('closed'),
  );
  if (!given) throw new Error('The checkout was not opened');
  return { options: given, answers, close };
}

test('passes the donation to the checkout', () => {
  expect(opened().options).toMatchObject(donation);
});

test('passes the answer on once and closes the checkout', () => {
  const { options, answers, close } = opened();
  options.callback({ status: 'successful' });
  options.callback({ status: 'successful' });

  expect(answers).toEqual(['successful']);
  expect(close).toHaveBeenCalledOnce();
});

test('logs and tells when the checkout is closed', () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { options, answers } = opened();
  options.onclose();

  expect(answers).toEqual(['closed']);
  expect(log).toHaveBeenCalledOnce();
});
