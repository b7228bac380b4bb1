import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Tooltip } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const tooltip = () => screen.queryByRole('tooltip', { hidden: true })?.textContent;
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' });

const edit = (
  <Tooltip label="Edit">
    <button type="button">Amina</button>
  </Tooltip>
);

test('shows after the pointer has rested on the control, and while it moves onto the tooltip', () => {
  render(edit);
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button);
  pass(699);
  expect(tooltip()).toBeUndefined();
  pass(1);
  expect(tooltip()).toBe('Edit');
  expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip', { hidden: true }).id);

  fireEvent.pointerLeave(button);
  fireEvent.pointerEnter(screen.getByRole('tooltip', { hidden: true }));
  pass(1000);
  expect(tooltip()).toBe('Edit');
  fireEvent.pointerLeave(screen.getByRole('tooltip', { hidden: true }));
  pass(150);
  expect(tooltip()).toBeUndefined();
  expect(button.hasAttribute('aria-describedby')).toBe(false);
});

test('a finger and a press show none', () => {
  render(edit);
  const button = screen.getByRole('button');
  fireEvent.pointerEnter(button, { pointerType: 'touch' });
  pass(2000);
  expect(tooltip()).toBeUndefined();
  fireEvent.pointerEnter(button);
  fireEvent.pointerDown(button);
  pass(2000);
  expect(tooltip()).toBeUndefined();
});

test('Escape closes the tooltip before the dialog around it', () => {
  const onClose = vi.fn();
  render(
    <Dialog onClose={onClose} title="A form">
      {edit}
    </Dialog>,
  );
  act(() => screen.getByRole('button', { name: 'Amina' }).focus());
  expect(tooltip()).toBe('Edit');

  pressEscape();
  expect(tooltip()).toBeUndefined();
  expect(onClose).not.toHaveBeenCalled();
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});
