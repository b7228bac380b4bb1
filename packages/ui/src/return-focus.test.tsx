import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

function Dialogs() {
  const [isDone, setDone] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog open onOpenChange={() => undefined} title="Donation">
      {!isDone && (
        <>
          <button type="button" onClick={() => setAsking(true)}>
            Cancel it
          </button>
          {isAsking && (
            <Dialog open onOpenChange={() => undefined} title="Why?">
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
  await vi.waitFor(() => expect(below.contains(document.activeElement)).toBe(true));
});
