import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChipsCell } from './cells.tsx';
import type { Column } from './column.ts';
import { RowTable } from './row-table.tsx';

const LETTERS_OF_ROOM = 12;
type Row = { id: number; name: string; days: string[] };

const rows: Row[] = [
  { id: 1, name: 'Nakimuli Mary Immaculate', days: ['Mon', 'Tue'] },
  { id: 2, name: 'Bo', days: ['Mon'] },
];
const columns: Column<Row>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Days', cell: ({ days }) => <ChipsCell chips={days} /> },
];

beforeEach(() => {
  // The test has no layout: a text is as wide as its letters are many, and folded words have no room.
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.innerText.length;
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.matches('[data-folded]') ? 1 : LETTERS_OF_ROOM;
  });
  render(
    <RowTable
      caption="People"
      columns={columns}
      rows={rows}
      isOutdated={false}
      actions={({ name }) => (
        <button type="button" aria-label={`View ${name}`}>
          View
        </button>
      )}
    />,
  );
});

const unfolded = () =>
  [...document.querySelectorAll('td[data-whole]')].map((cell) => cell.getAttribute('data-label'));

test('the cut cells of the row that the keyboard is in are whole, and no others', async () => {
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('View Nakimuli Mary Immaculate');
  expect(unfolded()).toEqual(['Name', 'Days']);
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('View Bo');
  expect(unfolded()).toEqual([]);
  await userEvent.tab({ shift: true });
  await userEvent.tab({ shift: true });
  expect(unfolded()).toEqual([]);
});

test('a cut cell has its whole text as its title under the mouse, one with room has none', async () => {
  const long = screen.getByText('Nakimuli Mary Immaculate');
  await userEvent.hover(long);
  expect(long.title).toBe('Nakimuli Mary Immaculate');
  await userEvent.hover(screen.getByText('Bo'));
  expect(screen.getByText('Bo').title).toBe('');
});
