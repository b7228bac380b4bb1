import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function Screen() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Message">
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
      // browsers go back a moment later
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
