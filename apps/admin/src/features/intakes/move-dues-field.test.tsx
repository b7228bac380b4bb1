import { contentResources } from '@institute/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../testing/answers.ts';
import { dates, findButton, makeStoredItem, openOffice } from '../../testing/office.tsx';

const { intakes } = contentResources;
const intake = intakes.entity.parse({
  ...intakes.example,
  ...dates,
  id: 3,
  programId: 7,
  startsOn: '2026-11-18',
  appliesUntil: null,
  seatsLeft: 5,
});
const plan = {
  people: 12,
  instalments: [
    { label: 'First', from: null, to: null, isKnown: true, people: 14 },
    { label: 'Second term', from: '2026-11-18', to: '2026-11-25', isKnown: true, people: 12 },
    { label: 'Second term', from: '2026-11-25', to: '2026-11-25', isKnown: true, people: 1 },
    { label: 'Kit', from: '2026-12-01', to: '2026-12-01', isKnown: false, people: 1 },
  ],
} satisfies Answer<'intakes.planMoveDues'>;

async function openMoved(account: Answer<'account.get'>) {
  const office = await openOffice('/admin/intakes', {
    ...makeStoredItem('intakes', intake),
    'registrations.choices': { programs: [{ id: 7, name: 'Tailoring', price: 90_000 }], intakes: [] },
    'intakes.planMoveDues': plan,
    'intakes.update': { view: intake, tag: '"2"' },
    'account.get': account,
  });
  await office.user.click(await findButton('Edit Tailoring, 18 Nov 2026'));
  const start = await screen.findByLabelText(/^Start Date/);
  expect(screen.queryByText(/Second term/)).toBeNull();
  fireEvent.change(start, { target: { value: '2026-11-25' } });
  await screen.findByText('Second term: 18 Nov 2026 → 25 Nov 2026, 12 people');
  screen.getByText('First: on acceptance, stays, 14 people');
  screen.getByText('Second term: 25 Nov 2026, stays, 1 person');
  screen.getByText('Kit: 1 Dec 2026, stays, since its days after the start are not known, 1 person');
  expect(office.inputs('intakes.planMoveDues').at(-1)).toEqual({ intakeId: 3, startsOn: '2026-11-25' });
  return office;
}

test('an intake with another start says which due days move, and moves them when it is asked to', async () => {
  const office = await openMoved({});
  await office.user.click(screen.getByRole('switch', { name: 'Also move the due days of 12 people' }));
  await office.user.click(await findButton('Save'));
  await expect.poll(() => office.inputs('intakes.update')).toMatchObject([{ changes: { moveDues: true } }]);
});

test('without the right to fees it says that due days stay, and who moves them', async () => {
  await openMoved({ rights: ['content', 'registrations'] });
  screen.getByText(/The due days of its people stay\. Whoever also has the right to fees can move them/);
  expect(screen.queryByRole('switch', { name: /due days/ })).toBeNull();
});
