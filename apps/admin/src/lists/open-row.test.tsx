import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { RowCards } from './row-cards.tsx';
import { RowTable } from './row-table.tsx';

type Row = { id: number; name: string };

const rows: Row[] = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Bo' },
];
const open = vi.fn();
const pressed = vi.fn();
const controls = ({ name }: Row) => (
  <>
    <span>Text of {name}</span>
    <a href="#there">Link of {name}</a>
    <label>
      <input type="checkbox" />
      Box of {name}
    </label>
    {createPortal(<p>Dialog of {name}</p>, document.body)}
  </>
);
const shown = {
  caption: 'People',
  rows,
  isOutdated: false,
  actions: ({ name }: Row) => (
    <button type="button" onClick={pressed}>
      Delete {name}
    </button>
  ),
};
const lists = {
  table: (onOpen?: typeof open) => (
    <RowTable {...shown} columns={[{ heading: 'Name', cell: controls }]} onOpen={onOpen} />
  ),
  grid: (onOpen?: typeof open) => <RowCards {...shown} card={controls} onOpen={onOpen} />,
};
const rowOf = (name: string) => screen.getByText(`Text of ${name}`).closest<HTMLElement>('tr, li');

beforeEach(() => {
  open.mockClear();
  pressed.mockClear();
});

for (const [kind, list] of Object.entries(lists)) {
  test(`a click on a row of a ${kind} opens it`, async () => {
    render(list(open));
    await userEvent.click(screen.getByText('Text of Bo'));
    expect(open.mock.calls).toEqual([[rows[1]]]);
  });

  test(`links, boxes, buttons and dialogs of a row of a ${kind} keep their own meaning`, async () => {
    render(list(open));
    await userEvent.click(screen.getByText('Link of Ann'));
    await userEvent.click(screen.getByText('Box of Ann'));
    await userEvent.click(screen.getByRole('button', { name: 'Delete Ann' }));
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByText('Dialog of Ann'));
    expect(open).not.toHaveBeenCalled();
    expect(pressed).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('checkbox', { name: 'Box of Ann' })).toHaveProperty('checked', true);
  });

  test(`text of a row of a ${kind} can be selected`, async () => {
    render(list(open));
    const text = screen.getByText('Text of Ann');
    getSelection()?.selectAllChildren(text);
    fireEvent.click(text);
    expect(open).not.toHaveBeenCalled();
    getSelection()?.removeAllRanges();
    fireEvent.click(text);
    expect(open).toHaveBeenCalledOnce();
  });

  test(`Enter opens a row of a ${kind} that has the focus, or whose box has it`, async () => {
    render(list(open));
    expect(rowOf('Ann')?.className).toContain('cursor-pointer');
    rowOf('Ann')?.focus();
    await userEvent.keyboard('{Enter}');
    expect(open.mock.calls).toEqual([[rows[0]]]);
    screen.getByRole('checkbox', { name: 'Box of Bo' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(open.mock.calls).toEqual([[rows[0]], [rows[1]]]);
  });

  test(`a row of a ${kind} without a detail takes neither clicks nor the focus`, async () => {
    render(list());
    await userEvent.click(screen.getByText('Text of Ann'));
    expect(rowOf('Ann')?.hasAttribute('tabindex')).toBe(false);
    expect(rowOf('Ann')?.className).not.toContain('cursor-pointer');
  });
}
