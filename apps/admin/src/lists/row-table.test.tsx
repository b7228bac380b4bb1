import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Column, Sorting } from './column.ts';
import { RowTable } from './row-table.tsx';

type Row = { id: number; name: string; tries: number | null };

const rows: Row[] = [
  { id: 1, name: 'Bo', tries: 10 },
  { id: 2, name: 'Ann', tries: 9 },
  { id: 3, name: 'Cy', tries: null },
];
const whole: Column<Row>[] = [
  { heading: 'Name', sort: ({ name }) => name, cell: ({ name }) => name },
  { heading: 'Tries', sort: ({ tries }) => tries, cell: ({ tries }) => tries },
  { heading: 'Note', cell: () => '–' },
];

const show = (columns: Column<Row>[], sorting?: Sorting) =>
  render(
    <RowTable
      caption="Mails"
      columns={columns}
      rows={rows}
      isOutdated={false}
      {...(sorting && { sorting })}
    />,
  );
const heading = (name: string) => screen.getByRole('columnheader', { name });
const press = (name: string) => userEvent.click(within(heading(name)).getByRole('button'));
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('sorts a list that is loaded whole by its headings, both ways, rows without a value last', async () => {
  show(whole);
  expect(names()).toEqual(['Bo', 'Ann', 'Cy']);
  await press('Name');
  expect(names()).toEqual(['Ann', 'Bo', 'Cy']);
  expect(heading('Name').getAttribute('aria-sort')).toBe('ascending');
  await press('Tries');
  expect(names()).toEqual(['Ann', 'Bo', 'Cy']);
  await press('Tries');
  expect(names()).toEqual(['Bo', 'Ann', 'Cy']);
  expect(heading('Tries').getAttribute('aria-sort')).toBe('descending');
  expect(within(heading('Note')).queryByRole('button')).toBeNull();
});

test('asks for the order that the server sorts by', async () => {
  const onSort = vi.fn();
  show([{ heading: 'Name', sort: 'name', cell: ({ name }) => name }], { by: 'name', onSort });
  await press('Name');

  expect(onSort).toHaveBeenCalledWith('-name');
  expect(names()).toEqual(['Bo', 'Ann', 'Cy']);
});
