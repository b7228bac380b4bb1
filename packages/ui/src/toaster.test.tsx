import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOAST_MS, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const AWAY_MS = 1000;

async function show(...messages: (() => void)[]) {
  for (const message of messages) await act(message);
  await pass(0);
}
beforeEach(async () => {
  vi.useFakeTimers();
  render(
    <>
      <input aria-label="Name" />
      <Toaster />
    </>,
  );
  // The toaster takes no messages before
  await pass(100);
});
afterEach(() => void vi.useRealTimers());

const titles = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('div div')?.textContent);
const press = (name: string, at = 0) =>
  act(() => {
    const button = screen.getAllByRole('button', { name })[at];
    button?.focus();
    button?.click();
  });

test('shows title and description in a list item', async () => {
  await show(() => toast.error('Registration Failed', { description: 'Please try again later.' }));

  expect(within(screen.getByRole('listitem')).getByText('Registration Failed')).toBeTruthy();
  expect(within(screen.getByRole('listitem')).getByText('Please try again later.')).toBeTruthy();
});

test('a message that is true for a time ends after it, also under the pointer', async () => {
  await show(() => toast.success('Saved', { endsAfterMs: 10_000 }));
  fireEvent.pointerMove(screen.getByRole('listitem'));
  await pass(9900);
  expect(screen.getByText('Saved')).toBeTruthy();
  await pass(200);
  expect(screen.queryByText('Saved')).toBeNull();
});

test('announces a toast politely, once, in a region that existed before', async () => {
  const region = screen.getByRole('list').closest('[aria-live=polite]');

  await show(() => toast.info('Welcome back!'));
  expect(region?.contains(screen.getByText('Welcome back!'))).toBe(true);
  await pass(100);
  expect(screen.getAllByText(/Welcome back!/)).toHaveLength(1);
});

test('is reached by Alt+T, then by Tab: the message, Close, the action', async () => {
  await show(() => toast.success('Deleted', { action: { label: 'Undo', onPress: () => {} } }));
  await act(() => screen.getByRole('textbox').focus());
  fireEvent.keyDown(document.body, { key: 't', code: 'KeyT', altKey: true });
  const focused = () => document.activeElement;
  const tab = () => act(() => fireEvent.keyDown(focused() ?? document, { key: 'Tab' }));
  expect(focused()).toBe(screen.getByRole('list'));

  await tab();
  expect(focused()).toBe(screen.getByRole('listitem'));
  await tab();
  expect(focused()).toBe(screen.getByRole('button', { name: 'Close' }));
  await tab();
  expect(focused()).toBe(screen.getByRole('button', { name: 'Undo' }));

  await press('Undo');
  expect(focused()).toBe(screen.getByRole('textbox'));
});

test('closes a toast after four seconds', async () => {
  await show(() => toast.info('a'));

  await pass(TOAST_MS - 100);
  expect(titles()).toEqual(['a']);
  await pass(AWAY_MS);
  expect(titles()).toEqual([]);
});

test('pauses all toasts while the pointer is on one, then continues', async () => {
  await show(() => toast.info('a'));
  await pass(3000);
  await show(() => toast.info('b'));
  fireEvent.pointerMove(screen.getAllByRole('listitem')[0] as HTMLElement);
  await pass(60_000);
  expect(titles()).toEqual(['a', 'b']);

  fireEvent.pointerLeave(screen.getByRole('region'));
  await pass(1000 + AWAY_MS);
  expect(titles()).toEqual(['b']);
  await pass(3000);
  expect(titles()).toEqual([]);
});

test('stops the time while the focus is on a toast, even when the pointer leaves', async () => {
  await show(() => toast.info('a'));
  await act(() => screen.getByRole('button', { name: 'Close' }).focus());
  fireEvent.pointerMove(screen.getByRole('listitem'));
  fireEvent.pointerLeave(screen.getByRole('region'));
  await pass(60_000);
  expect(titles()).toEqual(['a']);

  await act(() => screen.getByRole('textbox').focus());
  await pass(TOAST_MS + AWAY_MS);
  expect(titles()).toEqual([]);
});

test('shows the newest three, and an older one again when there is room', async () => {
  await show(...['a', 'b', 'c', 'd'].map((title) => () => toast.info(title)));
  expect(titles()).toEqual(['b', 'c', 'd']);

  await press('Close', 2);
  await pass(AWAY_MS);
  expect(titles()).toEqual(['a', 'b', 'c']);
});

test('is closed by Escape only while the focus is on it', async () => {
  const field = screen.getByRole('textbox');
  await act(() => field.focus());
  await show(() => toast.info('a'));
  fireEvent.keyDown(field, { key: 'Escape' });
  await pass(AWAY_MS);
  expect(titles()).toEqual(['a']);

  const close = screen.getByRole('button', { name: 'Close' });
  await act(() => close.focus());
  fireEvent.keyDown(close, { key: 'Escape' });
  await pass(AWAY_MS);
  expect(titles()).toEqual([]);
  expect(document.activeElement).toBe(field);
});

test('closes in time after Escape was pressed elsewhere', async () => {
  await show(() => toast.info('a'));
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
  await pass(TOAST_MS + AWAY_MS);
  expect(titles()).toEqual([]);
});

test.each([
  ['left', -1],
  ['right', 1],
])('closes with a swipe to the %s of more than 20 px', async (_direction, sign) => {
  await show(() => toast.info('a'));
  const swipe = async (px: number) => {
    const item = screen.getByRole('listitem');
    Object.assign(item, { hasPointerCapture: () => false, setPointerCapture: () => {} });
    const at = (clientX: number) => ({ clientX, pointerId: 1, button: 0, buttons: 1 });
    fireEvent.pointerDown(item, at(100));
    for (let moved = 4; moved <= px; moved += 4) fireEvent.pointerMove(item, at(100 + sign * moved));
    fireEvent.pointerUp(item, at(100 + sign * px));
    await pass(AWAY_MS);
  };

  await swipe(16);
  expect(titles()).toEqual(['a']);
  await swipe(24);
  expect(titles()).toEqual([]);
});

test('an action runs once and closes its toast', async () => {
  const onPress = vi.fn();
  await show(() => toast.success('Deleted', { action: { label: 'Undo', onPress } }));
  await press('Undo');
  await pass(AWAY_MS);

  expect(onPress).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual([]);
});

test('returns the focus when a toast is closed, and the next toast closes in time', async () => {
  const field = screen.getByRole('textbox');
  await act(() => field.focus());
  await show(() => toast.info('a'));
  await press('Close');
  expect(document.activeElement).toBe(field);
  await pass(AWAY_MS);
  expect(titles()).toEqual([]);

  await show(() => toast.info('b'));
  await pass(TOAST_MS + AWAY_MS);
  expect(titles()).toEqual([]);
});
