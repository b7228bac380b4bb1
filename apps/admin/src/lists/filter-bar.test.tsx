import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeChoiceFilter, makeDayFilter } from './filter.tsx';
import { FilterBar } from './filter-bar.tsx';

const programs: [number, string][] = [
  [1, 'Tailoring'],
  [2, 'Baking'],
];

function Bar() {
  const [program, setProgram] = useState<number | undefined>(1);
  const [from, setFrom] = useState<string>();
  return (
    <FilterBar
      filters={[
        makeChoiceFilter({
          label: 'Program',
          choices: programs,
          value: program,
          onChange: setProgram,
        }),
        makeDayFilter({ label: 'From', value: from, onChange: (day) => setFrom(day || undefined) }),
      ]}
    />
  );
}
const chips = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const button = () => screen.getByRole('button', { name: /^Filters/ });

test('the first filter stands in the line, the others behind a button that counts those in use', async () => {
  render(<Bar />);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Program' }).value).toBe('1');
  expect(screen.queryByLabelText('From')).toBeNull();
  expect([button().textContent, chips()]).toEqual(['Filters', []]);

  await userEvent.click(button());
  await userEvent.type(screen.getByLabelText('From'), '2027-02-03');
  expect([button().textContent, chips()]).toEqual(['Filters1 in use', ['Remove From: 3 Feb 2027']]);

  await userEvent.click(screen.getByRole('button', { name: 'Remove From: 3 Feb 2027' }));
  expect([button().textContent, chips()]).toEqual(['Filters', []]);
  expect(document.activeElement).toBe(button());
});

test('on a phone all filters stand behind the button', async () => {
  const phone = Object.defineProperty(window.matchMedia('all'), 'matches', { value: true });
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue(phone);
  onTestFinished(() => media.mockRestore());
  render(<Bar />);
  expect([button().textContent, chips()]).toEqual(['Filters1 in use', ['Remove Program: Tailoring']]);
  expect(screen.queryByRole('combobox')).toBeNull();
  await userEvent.click(button());
  await userEvent.selectOptions(screen.getByLabelText('Program'), 'All');
  expect(chips()).toEqual([]);
});
