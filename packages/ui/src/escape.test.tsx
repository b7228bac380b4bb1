import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog } from './dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

const pressEscape = () =>
  act(() => {
    const press = { key: 'Escape', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press));
  });

test('Escape closes the dialog with the focus, also while a toast is shown', async () => {
  const closed: string[] = [];
  render(
    <>
      <Toaster />
      <Dialog open onOpenChange={() => closed.push('form')} title="A form">
        <input aria-label="Name" />
        <AlertDialog open onOpenChange={() => closed.push('question')} title="Sure?" onConfirm={() => {}} />
      </Dialog>
    </>,
  );
  await act(async () => toast.success('Saved'));
  await screen.findByRole('listitem');
  screen.getByRole('button', { name: 'Cancel' }).focus();

  await pressEscape();

  expect(closed).toEqual(['question']);
  expect(screen.getByText('Saved').closest('li')?.dataset.state).toBe('open');
});

test('Escape closes a dialog once when no toast is shown', async () => {
  const closed: string[] = [];
  render(
    <Dialog open onOpenChange={() => closed.push('form')} title="A form">
      <input aria-label="Name" />
    </Dialog>,
  );
  screen.getByLabelText('Name').focus();

  await pressEscape();

  expect(closed).toEqual(['form']);
});

test('Escape closes a menu, also while a toast is shown', async () => {
  render(
    <>
      <Toaster />
      <DropdownMenu>
        <DropdownMenuTrigger>Export</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem>As a file</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </>,
  );
  const trigger = screen.getByRole('button', { name: 'Export' });
  trigger.focus();
  fireEvent.keyDown(trigger, { key: 'Enter' });
  await act(async () => toast.success('Saved'));
  await screen.findByText('Saved');
  screen.getByRole('menuitem').focus();

  await pressEscape();

  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.getByText('Saved').closest('li')?.dataset.state).toBe('open');
});
