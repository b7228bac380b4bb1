import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ChooseAll, ChooseRow, useChosenRows } from './chosen-rows.tsx';

const rows = [
  { id: 1, title: 'Tailoring' },
  { id: 2, title: 'Baking' },
];

function Rows() {
  const chosen = useChosenRows<(typeof rows)[number]>({});
  return (
    <>
      <ChooseAll chosen={chosen} rows={rows} />
      {rows.map((row) => (
        <ChooseRow key={row.id} chosen={chosen} row={row} name={row.title} />
      ))}
    </>
  );
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const all = () => {
  const { checked, indeterminate } = box('Select all 2');
  return indeterminate ? 'some' : checked ? 'all' : 'none';
};

test('the box for all rows shows whether none, some or all are chosen', async () => {
  render(<Rows />);
  expect(all()).toBe('none');

  await userEvent.click(box('Select Baking'));
  expect(all()).toBe('some');

  await userEvent.click(box('Select Tailoring'));
  expect(all()).toBe('all');

  await userEvent.click(box('Select all 2'));
  expect([all(), box('Select Baking').checked]).toEqual(['none', false]);
});
