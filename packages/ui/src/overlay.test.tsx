import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AlertDialog } from './alert-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { DropdownMenu, DropdownMenuItem } from './dropdown-menu.tsx';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

function Screen() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onClose={() => setOpen(false)} title="Message">
      Good morning
    </Dialog>
  );
}

test.each([true, false])(
  'keeps where a visitor goes just when a dialog has closed, replace %s',
  async (replace) => {
    window.history.replaceState(null, '', '/');
    const router = createRouter({
      routeTree: createRootRoute({ component: Screen }),
      history: createBrowserHistory(),
    });
    render(<RouterProvider router={router as never} />);
    const close = await screen.findByRole('button', { name: 'Close' });
    await waitFor(() => expect(window.history.state).toMatchObject({ overlay: true }));

    const gone = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    const back = window.history.back.bind(window.history);
    vi.spyOn(window.history, 'back').mockImplementationOnce(() => {
      // Browsers go back a moment later
      setTimeout(back, 10);
      void router.navigate({ to: '.', search: { status: 'read' } as never, replace });
    });
    close.click();
    await gone;
    await waitFor(() => expect(window.location.search).toBe('?status=read'));
    expect(router.state.location.search).toEqual({ status: 'read' });
    expect(window.history.state).not.toHaveProperty('overlay');
  },
);

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
      <Dialog onClose={() => closed.push('form')} title="A form">
        <input aria-label="Name" />
        <AlertDialog onClose={() => closed.push('question')} title="Sure?" onConfirm={() => {}} />
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
    <Dialog onClose={() => closed.push('form')} title="A form">
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
      <DropdownMenu trigger={<button type="button">Export</button>}>
        <DropdownMenuItem>As a file</DropdownMenuItem>
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

  await expect.poll(() => screen.queryByRole('menu')).toBeNull();
  expect(screen.getByText('Saved').closest('li')?.dataset.state).toBe('open');
});

function Dialogs() {
  const [isDone, setDone] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog onClose={() => undefined} title="Donation">
      {!isDone && (
        <>
          <button type="button" onClick={() => setAsking(true)}>
            Cancel it
          </button>
          {isAsking && (
            <Dialog onClose={() => undefined} title="Why?">
              <button type="button" onClick={() => setDone(true)}>
                Really
              </button>
            </Dialog>
          )}
        </>
      )}
    </Dialog>
  );
}

test('the dialog below gets the focus when the opener of the closed one is gone', async () => {
  render(<Dialogs />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel it' }));
  await userEvent.click(screen.getByRole('button', { name: 'Really' }));

  const below = screen.getByRole('dialog', { name: 'Donation' });
  await expect.poll(() => below.contains(document.activeElement)).toBe(true);
});

test('Escape closes a dialog once whose focused button was disabled, while a toast is shown', async () => {
  const closed: string[] = [];
  render(
    <>
      <Toaster />
      <Dialog onClose={() => closed.push('form')} title="A form">
        <button type="submit">Save</button>
      </Dialog>
    </>,
  );
  await act(async () => toast.success('Stored'));
  await screen.findByText('Stored');
  (document.activeElement as HTMLElement).blur();
  expect(document.activeElement).toBe(document.body);

  await pressEscape();

  expect(closed).toEqual(['form']);
});

test('Escape closes a dialog when what is behind it has the focus', async () => {
  const closed: string[] = [];
  render(
    <>
      <button type="button">Behind</button>
      <Dialog onClose={() => closed.push('form')} title="A form">
        <p>Nothing to fill in</p>
      </Dialog>
    </>,
  );
  const behind = screen.getByRole('button', { name: 'Behind', hidden: true });

  fireEvent.keyDown(behind, { key: 'Escape' });

  expect(closed).toEqual(['form']);
});
