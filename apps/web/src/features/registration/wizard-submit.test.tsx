import { registrationSteps } from '@institute/contract/registration-fields.constants';
import { consentText } from '@institute/contract/registrations.constants';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pressTwice, renderPart } from '../../testing/render-part.tsx';
import { Wizard } from './wizard.tsx';

const listed = (items: object[]) => ({ status: 200, body: { data: items, meta: { total: items.length } } });
const answers = {
  'GET /programs/summaries': () => listed([{ id: 1, name: 'Bakery', duration: '6 weeks', price: 90_000 }]),
  'GET /intakes/summaries': () => listed([]),
  'POST /registrations': () => ({ status: 201, body: { data: { reference: 'REG-2026-000001' } } }),
};
const written = {
  'First Name': 'Brenda',
  'Last Name': 'Story',
  'Date of Birth': '2004-03-09',
  Phone: '+256 700 123 456',
  Program: '1',
  'Emergency Contact Name': 'Ruth Story',
  'Emergency Contact Phone': '+256 700 999 888',
  Relationship: 'Mother',
};

beforeEach(() => {
  history.replaceState(null, '');
  sessionStorage.clear();
  // this DOM stores no registrations
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function fill() {
  await screen.findByRole('option', { name: 'Bakery' });
  for (const [label, value] of Object.entries(written)) fireEvent.change(field(label), { target: { value } });
  for (let step = 1; step < registrationSteps.length; step += 1) await press('Next');
  fireEvent.click(field(consentText));
}

test('a second press, after the first was checked and before React has drawn it, sends nothing', async () => {
  const { sent } = await renderPart(<Wizard program="" posted={undefined} />, answers);
  const posts = () => sent.filter(({ call }) => call === 'POST /registrations');
  await fill();
  await pressTwice(screen.getByRole('button', { name: 'Submit' }), () => posts().length > 0);
  await expect
    .poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled)
    .toBe(true);
  expect(posts()).toHaveLength(1);
  expect(posts()[0]).toMatchObject({ body: { firstName: 'Brenda', programId: 1 } });
});
