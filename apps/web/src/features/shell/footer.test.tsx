import { takeToasts } from '@institute/ui/toast.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pressTwice, refusalAnswer, renderPart } from '../../testing/render-part.tsx';
import { Footer } from './footer.tsx';

const email = () => screen.getByLabelText<HTMLInputElement>('Email address');
const button = () => screen.getByRole('button', { name: 'Subscribe' });
let told: string[];
beforeEach(() => {
  told = [];
  onTestFinished(takeToasts(({ title, description }) => told.push([title, description].join(' '))));
});

function subscribe() {
  fireEvent.change(email(), { target: { value: 'reader@example.org' } });
  fireEvent.submit(button());
}

test('shows that it sends, then thanks, and is empty again', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: object }>();
  const { sent } = await renderPart(<Footer />, { 'POST /newsletter/subscribe': () => promise });
  expect([email().type, email().required]).toEqual(['email', true]);
  subscribe();
  await waitFor(() => expect(button().querySelector('svg')).toBeTruthy());
  resolve({ status: 201, body: { data: { message: 'ok' } } });

  await waitFor(() => expect(email().value).toBe(''));
  expect(told).toEqual(['Message sent successfully Please open the email that we send you, to confirm.']);
  expect(screen.getByText('Please open the email that we send you, to confirm.')).toBeTruthy();
  expect(button().querySelector('svg')).toBeNull();
  expect(sent).toMatchObject([{ body: { email: 'reader@example.org' } }]);
  expect(log).toHaveBeenCalledWith('Newsletter subscription', expect.anything());
});

test('shows and logs a failure with its reason, and keeps the address', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const fault = { path: 'email', message: 'Enter a valid email address' };
  await renderPart(<Footer />, { 'POST /newsletter/subscribe': () => refusalAnswer(400, 'No', [fault]) });
  subscribe();
  await screen.findByText(fault.message);
  expect(told).toEqual(['Error submitting form ']);
  expect(email().value).toBe('reader@example.org');
  expect(email().getAttribute('aria-invalid')).toBe('true');
  expect(log).toHaveBeenCalled();
});

test('what was not sent says so beside the button, until it is sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  let isDown = true;
  await renderPart(<Footer />, {
    'POST /newsletter/subscribe': () =>
      isDown ? refusalAnswer(500, 'No') : { status: 201, body: { data: { message: 'ok' } } },
  });
  subscribe();
  await screen.findByText('Not sent. Please try again.');
  expect(email().hasAttribute('aria-invalid')).toBe(false);
  isDown = false;
  subscribe();
  await screen.findByText(/^Please open/);
  expect(screen.queryByText(/Not sent/)).toBeNull();
});

test('two presses subscribe once', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const { sent } = await renderPart(<Footer />, {
    'POST /newsletter/subscribe': () => ({ status: 201, body: { data: { message: 'ok' } } }),
  });
  fireEvent.change(email(), { target: { value: 'reader@example.org' } });
  await pressTwice(button());
  await waitFor(() => expect(email().value).toBe(''));
  expect(sent).toHaveLength(1);
});

test('an address that was typed before the scripts came is the one that is sent', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const answers = {
    'POST /newsletter/subscribe': () => ({ status: 201, body: { data: { message: 'ok' } } }),
  };
  const { sent } = await renderPart(<Footer />, answers, () => {
    email().value = 'early@example.org';
  });
  expect(email().value).toBe('early@example.org');
  fireEvent.submit(button());
  await waitFor(() => expect(email().value).toBe(''));
  expect(sent).toMatchObject([{ body: { email: 'early@example.org' } }]);
});
