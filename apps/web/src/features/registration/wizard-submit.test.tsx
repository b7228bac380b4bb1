import 'fake-indexeddb/auto';
import { registrationSteps } from '@institute/contract/registration-fields.constants';
import { consentText } from '@institute/contract/registrations.constants';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pressTwice, renderPart } from '../../testing/render-part.tsx';
import { Review } from './review.tsx';
import { Wizard } from './wizard.tsx';
import { makeFirstState } from './wizard-state.ts';

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
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

async function goToReview() {
  for (let step = 1; step < registrationSteps.length; step += 1) await press('Next');
  // This part of the form comes later
  await screen.findByRole('button', { name: 'Change: In an emergency' });
}

/** Without events, as some password managers do. */
async function fill() {
  await screen.findByRole('option', { name: 'Bakery' });
  for (const [label, value] of Object.entries(written)) field(label).value = value;
  await goToReview();
  fireEvent.click(field(consentText));
}

test('a second press, after the first was checked and before React has drawn it, sends nothing', async () => {
  const { sent } = await renderPart(<Wizard program="" posted={undefined} />, answers);
  const posts = () => sent.filter(({ call }) => call === 'POST /registrations');
  await fill();
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' });
  await pressTwice(submit, () => posts().length > 0);
  await expect.poll(() => submit.disabled).toBe(true);
  expect(posts()).toMatchObject([
    { body: { firstName: 'Brenda', phone: '+256 700 123 456', programId: 1, emergencyRelation: 'Mother' } },
  ]);
  await expect.poll(() => sessionStorage.getItem('registration-draft')).toBeNull();
});

test('a form in which nothing is written has no draft', async () => {
  await renderPart(<Wizard program="1" posted={undefined} />, answers);
  const draft = () => sessionStorage.getItem('registration-draft');
  expect(draft()).toBeNull();
  write('First Name', 'Brenda');
  expect(draft()).toContain('Brenda');
  write('First Name', '');
  expect(draft()).toBeNull();
});

test('a browser that stores nothing posts the form as one without scripts does', async () => {
  const post = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  const refusal = new DOMException('Refused', 'SecurityError');
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw refusal;
  });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const { sent } = await renderPart(<Wizard program="" posted={undefined} />, answers);
  await fill();
  await press('Submit');
  await expect.poll(() => post.mock.calls.length).toBe(1);
  expect(sessionStorage.getItem('registration-draft')).toBeNull();
  expect(logged.mock.calls.filter(([error]) => error === refusal)).toHaveLength(1);
  expect(sent.filter(({ call }) => call === 'POST /registrations')).toEqual([]);
});

test('what was typed before the scripts came or filled in without an event is kept and drafted', async () => {
  await renderPart(<Wizard program="" posted={undefined} />, answers, () => {
    field('First Name').value = 'Brenda';
  });
  field('Phone').value = '+256 700 123 456';
  write('Last Name', 'Story');
  field('Email').value = 'brenda@example.org';
  act(() => void fireEvent(window, new Event('pagehide')));
  const kept = {
    'First Name': 'Brenda',
    'Last Name': 'Story',
    Phone: '+256 700 123 456',
    Email: 'brenda@example.org',
  };
  for (const [label, value] of Object.entries(kept)) expect(field(label).value).toBe(value);
  expect(JSON.parse(sessionStorage.getItem('registration-draft') ?? '{}').values).toMatchObject({
    firstName: 'Brenda',
    lastName: 'Story',
    phone: '+256 700 123 456',
    email: 'brenda@example.org',
  });
});

test('a last name is asked for, until a box says that there is none, and a typed one comes back', async () => {
  const { sent } = await renderPart(<Wizard program="" posted={undefined} />, answers);
  const bodies = () => sent.filter(({ call }) => call === 'POST /registrations').map(({ body }) => body);
  await screen.findByRole('option', { name: 'Bakery' });
  const typed = { 'First Name': 'Brenda', 'Last Name': ' ', Phone: '0700 123 456', Program: '1' };
  for (const [label, value] of Object.entries(typed)) write(label, value);
  await goToReview();
  fireEvent.click(field(consentText));
  await press('Submit');
  const lastName = () => field('Last Name');
  const isAsked = () => lastName().getAttribute('aria-required');
  await expect.poll(() => lastName().getAttribute('aria-invalid')).toBe('true');
  expect([isAsked(), bodies()]).toEqual(['true', []]);

  write('Last Name', 'Typed');
  fireEvent.click(field('I have one name'));
  expect(lastName()).toMatchObject({ value: '', disabled: true });
  expect(isAsked()).toBe('false');
  fireEvent.click(field('My child'));
  fireEvent.click(field('My child has one name'));
  expect(lastName()).toMatchObject({ value: 'Typed', disabled: false });
  expect(isAsked()).toBe('true');
  fireEvent.click(field('My child has one name'));
  fireEvent.click(field('Myself'));
  await goToReview();
  expect(screen.getByRole('region', { name: 'Review & Submit' }).textContent).toContain('Last Name: None');
  await press('Submit');
  await expect.poll(bodies).toMatchObject([{ firstName: 'Brenda', lastName: '' }]);
});

function LateReview() {
  const [hasCome, setCome] = useState(false);
  const { key: _, ...begun } = makeFirstState('');
  const review = { ...begun, withGuardian: false, onChange: () => undefined };
  return (
    <>
      {hasCome && <Review {...review} />}
      <input aria-label="Consent" aria-invalid="true" onFocus={() => setCome(true)} />
    </>
  );
}

test('the review, which comes late, brings a field that was refused meanwhile back into view', async () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  await renderPart(<LateReview />, answers);
  act(() => field('Consent').focus());
  await screen.findByRole('button', { name: 'Change: In an emergency' });
  expect(scroll.mock.contexts).toEqual([field('Consent')]);
});
