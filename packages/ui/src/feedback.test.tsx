import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { LazyToaster } from './lazy-toaster.tsx';
import { Progress } from './progress.tsx';
import { Skeleton, SkeletonGroup } from './skeleton.tsx';
import { renderWithoutScript } from './testing/render-without-script.ts';

test('a pending button ignores a press and is announced as busy', async () => {
  const onClick = vi.fn();
  render(
    <Button pending onClick={onClick}>
      Submitting...
    </Button>,
  );

  const button = screen.getByRole('button', { name: 'Submitting...', busy: true });
  await userEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute('type')).toBe('button');
});

test('a button has the focus again after it was pending, unless something else has it', async () => {
  const buttons = (pending: boolean) => (
    <>
      <Button pending={pending}>Send</Button>
      <button type="button">Other</button>
    </>
  );
  const { rerender } = render(buttons(false));
  const [sender, other] = screen.getAllByRole('button');
  for (const next of [null, other]) {
    sender?.focus();
    rerender(buttons(true));
    sender?.blur();
    next?.focus();
    rerender(buttons(false));
    expect(document.activeElement).toBe(next ?? sender);
  }
});

test('progress is announced in words', () => {
  render(<Progress label="Registration" value={2} max={5} text="Step 2 of 5" />);

  const progress = screen.getByRole('progressbar', {
    name: 'Registration',
    value: { now: 2, text: 'Step 2 of 5' },
  });
  expect(progress).toBeTruthy();
});

test('placeholders are announced once and counted one by one', () => {
  render(
    <SkeletonGroup>
      <Skeleton />
      <Skeleton />
    </SkeletonGroup>,
  );

  expect(screen.getAllByRole('status')).toHaveLength(1);
  expect(screen.getAllByTestId('skeleton')).toHaveLength(2);
});

test('the toaster adds nothing to a rendered page', () => {
  expect(renderWithoutScript(<LazyToaster />).childNodes).toHaveLength(0);
});
