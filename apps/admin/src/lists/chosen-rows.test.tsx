import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ChooseRowCheckbox, useChosenRows } from './chosen-rows.tsx';
import { RowTable } from './row-table.tsx';

type Row = { id: number; title: string };
const rows = [
  { id: 1, title: 'Tailoring' },
  { id: 2, title: 'Baking' },
];

function Rows({ all }: { all?: { count: number; isMore: boolean; choose: () => void } }) {
  const chosen = useChosenRows<Row>({});
  return (
    <RowTable
      caption="Courses"
      columns={[{ heading: 'Title', sort: 'title', cell: ({ title }) => title }]}
      sorting={{ by: 'title', onSort: () => undefined }}
      rows={rows}
      isOutdated={false}
      choosing={{
        ...chosen,
        nameOf: ({ title }: Row) => title,
        ...(all && { all }),
        actions: <button type="button">Delete selected</button>,
      }}
      lead={(row) => <ChooseRowCheckbox chosen={chosen} row={row} name={row.title} />}
    />
  );
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const readHead = () => {
  const { checked, indeterminate } = box('Select all 2');
  return indeterminate ? 'some' : checked ? 'all' : 'none';
};

test('the box in the head of a table shows whether none, some or all rows are chosen', async () => {
  render(<Rows />);
  const [head] = screen.getAllByRole('rowgroup');
  expect(within(head as HTMLElement).getByRole('checkbox', { name: 'Select all 2' })).toBeTruthy();
  expect(readHead()).toBe('none');

  await userEvent.click(box('Select Baking'));
  expect(readHead()).toBe('some');

  await userEvent.click(box('Select Tailoring'));
  expect(readHead()).toBe('all');

  await userEvent.click(box('Select all 2'));
  expect([readHead(), box('Select Baking').checked]).toEqual(['none', false]);
});

test('the buttons for chosen rows take the place of those that sort', async () => {
  render(<Rows />);
  expect(screen.queryByRole('button', { name: 'Delete selected' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Title' })).toBeTruthy();
  await userEvent.click(box('Select all 2'));
  expect(screen.getByText('2 selected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete selected' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Title' })).toBeNull();
});

test('offers the rows of all pages once those of this one are chosen', async () => {
  const choose = vi.fn();
  render(<Rows all={{ count: 201, isMore: false, choose }} />);
  await userEvent.click(box('Select Baking'));
  expect(screen.queryByRole('button', { name: 'Select all 201' })).toBeNull();
  await userEvent.click(box('Select all 2'));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 201' }));
  expect(choose).toHaveBeenCalledOnce();
});
