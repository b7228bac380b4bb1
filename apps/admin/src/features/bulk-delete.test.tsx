import { contentResources } from '@institute/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dates, findButton, findToast, listAnswer, openOffice, Refusal } from '../testing/office.tsx';

const coach = (id: number, name: string) => ({ ...contentResources.coaches.example, ...dates, id, name });
const kind = 'coach';

async function choose(...names: string[]) {
  const office = await openOffice('/admin/coaches', {
    'coaches.list': listAnswer(coach(1, 'Ruth'), coach(2, 'Peter'), coach(3, 'Agnes')),
    'trash.removeMany': { items: [{ kind, id: 1 }] },
    'trash.restoreMany': { count: 1 },
  });
  for (const name of names) await office.user.click(await screen.findByRole('checkbox', { name }));
  return office;
}

test('several cards are deleted after one question, and one Undo brings them back', async () => {
  const office = await choose('Select Ruth', 'Select Agnes');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await office.user.click(await findButton('Delete selected'));
  expect(screen.getByRole('alertdialog', { name: 'Delete 2 team members?' })).toBeTruthy();
  office.answer({ 'coaches.list': listAnswer() });
  await office.user.click(await findButton('Delete'));
  // Agnes was in the trash already.
  await screen.findByText('1 team member moved to the trash.');
  expect(office.inputs('trash.removeMany')).toEqual([
    {
      items: [
        { kind, id: 1 },
        { kind, id: 3 },
      ],
    },
  ]);
  office.answer({ 'coaches.list': listAnswer(coach(1, 'Ruth')) });
  await office.user.click(await findButton('Undo'));
  expect(await findToast('Undone')).toBeTruthy();
  expect(office.inputs('trash.restoreMany')).toEqual([{ items: [{ kind, id: 1 }] }]);
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Ruth' })).checked).toBe(
    false,
  );
});

test('a refused deletion keeps the rows chosen and says why', async () => {
  const office = await choose('Select all 3');
  office.answer({ 'trash.removeMany': new Refusal(403, 'FORBIDDEN', 'Not now') });
  await office.user.click(await findButton('Delete selected'));
  await office.user.click(await findButton('Delete'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('None was deleted');
  expect(alert.textContent).toContain('Not now');
  expect(screen.getByText('3 selected')).toBeTruthy();
});
