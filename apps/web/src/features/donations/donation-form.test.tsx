import { siteIsBusyError } from '@institute/contract/forms.constants';
import { currencies, formatNumber } from '@institute/contract/money';
import { payChannels } from '@institute/contract/place';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRefusal, pressTwice, renderPart } from '../../testing/render-part.tsx';
import { DonationForm } from './donation-form.tsx';
import type { FlutterwaveOptions } from './flutterwave.ts';

const incomplete = 'Please fill in your details and select an amount to donate';
const donation = {
  id: 7,
  txRef: '1795394639829-a',
  amount: 500,
  currency: 'KES',
  isTest: true,
  publicKey: 'sandbox',
  paymentOptions: 'card, mobilemoney, ussd',
  checkoutScriptUrl: '/sandbox/checkout.js',
};
const made = { status: 201, body: { data: donation } };
/** The first answers come before the donation is made. */
const show = (onClaim = vi.fn(), ...first: (typeof made | ReturnType<typeof makeRefusal>)[]) =>
  renderPart(<DonationForm onClaim={onClaim} />, { 'POST /donations': () => first.shift() ?? made });
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: false });
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const donate = () => screen.getByRole('button', { name: 'Donate' });
const amounts = () => within(screen.getByRole('group', { name: 'Amount' })).getAllByRole('button');

function fill() {
  write('Full Name', 'Ann Example');
  write('Email', 'ann@institute.example');
  write('Phone', '+256 700 000 001');
  write('Currency', 'KES');
  fireEvent.click(screen.getByRole('button', { name: 'KSh 500' }));
}

const { settings } = (window as unknown as Window).happyDOM;
beforeEach(() => {
  // No script comes, but without the noise of a failure
  settings.handleDisabledFileLoadingAsSuccess = true;
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  settings.handleDisabledFileLoadingAsSuccess = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete window.FlutterwaveCheckout;
});

test('offers the preset amounts of the currency, dollars first', async () => {
  await show();
  for (const code of ['USD', 'UGX'] as const) {
    expect(field('Currency').value).toBe(code);
    const { symbol, presets } = currencies[code];
    expect(amounts().map(({ textContent }) => textContent)).toEqual(
      presets.map((amount) => `${symbol} ${formatNumber(amount)}`),
    );
    write('Currency', 'UGX');
  }
});

test('Donate reports what is missing, and sends nothing', async () => {
  const { sent } = await show();
  expect(donate().getAttribute('aria-disabled')).toBe('true');
  fireEvent.submit(donate());
  expect(screen.getByText(incomplete)).toBeTruthy();
  expect(document.activeElement).toBe(field('Full Name'));
  const marked = () =>
    ['Full Name', 'Email', 'Custom Amount'].map((label) => field(label).getAttribute('aria-invalid'));
  expect(marked()).toEqual(['true', 'true', 'true']);
  const isAbove = (label: string) =>
    screen.getByRole('alert').compareDocumentPosition(field(label)) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(isAbove('Full Name')).toBeTruthy();
  write('Full Name', 'Ann Example');
  expect(marked()).toEqual([null, 'true', 'true']);
  expect([isAbove('Full Name') > 0, isAbove('Email') > 0]).toEqual([false, true]);
  fill();
  expect(marked()).toEqual([null, null, null]);
  expect(screen.queryByText(incomplete)).toBeNull();
  expect(donate().getAttribute('aria-disabled')).toBe('false');
  write('Email', 'ann');
  expect(screen.getByText(incomplete)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('opens the checkout with the values of the form, and tells of its answer', async () => {
  let given: FlutterwaveOptions | undefined;
  const close = vi.fn();
  window.FlutterwaveCheckout = (options) => {
    given = options;
    return { close };
  };
  const onClaim = vi.fn();
  await show(onClaim);
  fill();
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(given).toMatchObject({
    public_key: 'sandbox',
    tx_ref: donation.txRef,
    amount: 500,
    currency: 'KES',
    payment_options: 'card, mobilemoney, ussd',
    customer: { email: 'ann@institute.example', phone_number: '+256 700 000 001', name: 'Ann Example' },
    customizations: {
      title: 'Support Our Mission',
      description: 'Donation to Test Institute',
      logo: 'https://institute.example/icons/icon-192.png',
    },
  });

  act(() => given?.callback({ status: 'failed' }));
  expect(close).toHaveBeenCalledOnce();
  expect(screen.getByText('The payment was not completed. You can try again.')).toBeTruthy();
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(() => given?.onclose());
  expect(document.activeElement).toBe(donate());
  expect(console.info).toHaveBeenCalledWith('Checkout closed', donation.txRef);
  for (let told = 0; told < 2; told += 1) act(() => given?.callback({ status: 'successful' }));
  expect(onClaim).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ txRef: donation.txRef, name: 'Ann Example', claim: 'successful' }),
  );
});

test('after three tries for the checkout it offers a mobile money code, and can be sent again', async () => {
  await show();
  fill();
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(1900));
  expect(screen.queryByText(/^Failed to load payment modal/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByText(/^Failed to load payment modal\. Check your internet/)).toBeTruthy();
  const code = screen.getByRole('region', { name: 'Pay by mobile money code' });
  expect(code.textContent).toContain('Merchant code000000AmountKSh 500ReferenceD7');
  const { operator, menu } = payChannels.mtn;
  const link = within(code).getByRole('link', { name: new RegExp(`^${operator}`) });
  expect(link.getAttribute('href')).toBe(`tel:${menu}*000000%23`);

  const opened = vi.fn();
  window.FlutterwaveCheckout = opened;
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(opened).toHaveBeenCalledOnce();
});

test('a donation that the site is too busy for opens its checkout when the site has time', async () => {
  window.FlutterwaveCheckout = vi.fn();
  const { sent } = await show(vi.fn(), makeRefusal(503, 'Busy'));
  fill();
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(siteIsBusyError.other)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(window.FlutterwaveCheckout).toHaveBeenCalledOnce();
  const [first, second] = sent.map(({ headers }) => headers['idempotency-key']);
  expect([second, typeof first]).toEqual([first, 'string']);
});

test('two presses make one donation', async () => {
  window.FlutterwaveCheckout = vi.fn();
  const { sent } = await show();
  fill();
  await pressTwice(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(window.FlutterwaveCheckout).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(1);
});

test('sends what was typed before the scripts came, and what was filled in without an event', async () => {
  const { sent } = await renderPart(
    <DonationForm onClaim={vi.fn()} />,
    { 'POST /donations': () => made },
    () => {
      field('Full Name').value = 'Ann Example';
      field('Currency').value = 'KES';
      field('Custom Amount').value = '700';
    },
  );
  expect([field('Full Name').value, field('Custom Amount').value]).toEqual(['Ann Example', '700']);
  field('Phone').value = '+256 700 000 001';
  write('Full Name', 'Ann B. Example');
  expect(field('Phone').value).toBe('+256 700 000 001');
  field('Email').value = 'ann@institute.example';
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(sent[0]?.body).toEqual({
    name: 'Ann B. Example',
    email: 'ann@institute.example',
    phone: '+256 700 000 001',
    currency: 'KES',
    amount: 700,
  });
});

test('what is refused and no field shows stands below the button', async () => {
  const details = [
    { path: 'purpose', message: 'No such purpose' },
    { path: 'amount', message: 'Too much' },
  ];
  await show(vi.fn(), makeRefusal(400, 'Some of the fields are not right', details));
  fill();
  fireEvent.submit(donate());
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByRole('alert').textContent).toBe(
    'Purpose: No such purpose. If you see no such field, load this page again.',
  );
  expect(screen.getByText('Too much')).toBeTruthy();
});
