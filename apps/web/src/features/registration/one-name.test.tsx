import 'fake-indexeddb/auto';
import { registrationSteps } from '@institute/contract/registration-fields.constants';
import { consentText } from '@institute/contract/registrations.constants';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { Wizard } from './wizard.tsx';

const listed = (items: object[]) => ({ status: 200, body: { data: items, meta: { total: items.length } } });
const answers = {
  'GET /programs/summaries': () => listed([{ id: 1, name: 'Bakery', duration: '6 weeks', price: 90_000 }]),
  'GET /intakes/summaries': () => listed([]),
  'POST /registrations': () => ({ status: 201, body: { data: { reference: 'REG-2026-000001' } } }),
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
async function goToReview() {
  for (let step = 1; step < registrationSteps.length; step += 1) await press('Next');
  // This part of the form comes later
  await screen.findByRole('button', { name: 'Change: In an emergency' });
}

test('a last name is asked for, until a box says that there is none, and a typed one comes back', async () => {
  history.replaceState(null, '');
  sessionStorage.clear();
  const { sent } = await renderPart(<Wizard program="" posted={undefined} />, answers);
  const bodies = () => sent.filter(({ call }) => call === 'POST /registrations').map(({ body }) => body);
  await screen.findByRole('option', { name: 'Bakery' });
  const written = { 'First Name': 'Brenda', 'Last Name': ' ', Phone: '0700 123 456', Program: '1' };
  for (const [label, value] of Object.entries(written)) write(label, value);
  await goToReview();
  fireEvent.click(field(consentText));
  await press('Submit');
  const lastName = () => field('Last Name');
  await expect.poll(() => lastName().getAttribute('aria-invalid')).toBe('true');
  expect([lastName().required, bodies()]).toEqual([true, []]);

  write('Last Name', 'Typed');
  fireEvent.click(field('I have one name'));
  expect(lastName()).toMatchObject({ value: '', disabled: true, required: false });
  fireEvent.click(field('My child'));
  fireEvent.click(field('My child has one name'));
  expect(lastName()).toMatchObject({ value: 'Typed', disabled: false, required: true });
  fireEvent.click(field('My child has one name'));
  fireEvent.click(field('Myself'));
  await goToReview();
  expect(screen.getByRole('region', { name: 'Review & Submit' }).textContent).toContain('Last Name: None');
  await press('Submit');
  await expect.poll(bodies).toMatchObject([{ firstName: 'Brenda', lastName: '' }]);
});
