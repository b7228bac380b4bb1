import { expect, test } from 'vitest';
import { listWaitingToasts, onWaitingToasts, type ToastMessage, takeToasts, toast } from './toast.ts';

test('keeps messages until a toaster takes them, and passes them on in their order', () => {
  let changes = 0;
  const unsubscribe = onWaitingToasts(() => changes++);
  toast.success('Message sent successfully');
  toast.error('Registration Failed', { description: 'Please try again later.' });
  expect(listWaitingToasts()).toHaveLength(2);
  expect(changes).toBe(2);

  const shown: ToastMessage[] = [];
  const leave = takeToasts((message) => shown.push(message));
  toast.info('Welcome back!');

  expect(shown.map(({ kind, title, description }) => [kind, title, description])).toEqual([
    ['success', 'Message sent successfully', undefined],
    ['error', 'Registration Failed', 'Please try again later.'],
    ['info', 'Welcome back!', undefined],
  ]);
  expect(listWaitingToasts()).toEqual([]);
  leave();
  unsubscribe();
});

test('keeps messages again after the toaster is removed', () => {
  takeToasts(() => undefined)();
  toast.info('Later');

  expect(listWaitingToasts()).toEqual([{ kind: 'info', title: 'Later', description: undefined }]);
});
