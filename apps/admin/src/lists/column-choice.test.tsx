import { deviceStore } from '@institute/ui/browser-storage.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Column } from './column.ts';
import { useColumnChoice } from './column-choice.tsx';

const columns: Column<string>[] = [
  { heading: 'Name', cell: (row) => row },
  { heading: 'Email', cell: (row) => row, isExtra: true },
  { heading: 'Phone', cell: (row) => row },
];

function List() {
  const { shown, button } = useColumnChoice('people', columns);
  return (
    <>
      {button}
      <p>{shown.map(({ heading }) => heading).join(', ')}</p>
    </>
  );
}

beforeEach(() => {
  cleanup();
  localStorage.clear();
});

test('chooses columns with the keyboard, in their usual order, and the device keeps them', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<List />);
  screen.getByText('Name, Phone');
  await user.tab();
  await user.keyboard('{Enter}');
  const boxes = await screen.findAllByRole('menuitemcheckbox');
  expect(boxes.map((box) => [box.textContent, box.getAttribute('aria-checked')])).toEqual([
    ['Email', 'false'],
    ['Phone', 'true'],
  ]);
  await user.keyboard('{Enter}');
  await screen.findByText('Name, Email, Phone');
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByText('Name, Email');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();

  unmount();
  render(<List />);
  screen.getByText('Name, Email');
});

test('keeps the first column when all others are switched off', async () => {
  const { unmount } = render(<List />);
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Phone' }));
  screen.getByText('Name');

  unmount();
  render(<List />);
  screen.getByText('Name');
});

test.each(['Name,Nickname', '', '{"Name":true}'])(
  'shows the usual columns when the device keeps “%s”',
  (kept) => {
    deviceStore.setItem('columns-people', kept);
    render(<List />);
    screen.getByText('Name, Phone');
  },
);

test('a phone shows every column in its cards and offers no choice', () => {
  deviceStore.setItem('columns-people', 'Name');
  const phone = Object.defineProperty(window.matchMedia('all'), 'matches', { value: true });
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue(phone);
  render(<List />);
  screen.getByText('Name, Email, Phone');
  expect(screen.queryByRole('button')).toBeNull();
  media.mockRestore();
});
