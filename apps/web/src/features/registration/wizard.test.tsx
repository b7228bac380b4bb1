import { registrationFields, registrationSteps } from '@institute/contract/registration-fields.constants';
import { consentText } from '@institute/contract/registrations.constants';
import { typeHalf } from '@institute/ui/testing/half-typed.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { Wizard } from './wizard.tsx';

const program = (id: number, name: string) => ({ id, name, duration: '6 weeks', price: 90_000 });
const intake = { id: 4, programId: 2, startsOn: '2999-02-01', seatsLeft: 3, isOpen: true };
const listed = (items: object[]) => ({ status: 200, body: { data: items, meta: { total: items.length } } });

beforeEach(() => {
  history.replaceState(null, '');
  sessionStorage.clear();
});

async function open({
  asked = '',
  intakes = [intake] as object[],
  posted = undefined as ComponentProps<typeof Wizard>['posted'],
  isServerFirst = false,
  programs = [program(1, 'Bakery'), program(2, 'Music & Guitar')],
} = {}) {
  const answers = {
    'GET /programs/summaries': () => listed(programs),
    'GET /intakes/summaries': () => listed(intakes),
  };
  const beforeScripts = isServerFirst ? () => undefined : undefined;
  await renderPart(<Wizard program={asked} posted={posted} />, answers, beforeScripts);
  if (programs.length > 0) await screen.findByRole('option', { name: 'Bakery' });
  return programs;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string) => act(async () => void fireEvent.click(button(name)));
/** Hidden steps stay in the form. */
const section = (title: string) => screen.getByRole('region', { name: title });
const isShown = (title: string) => !section(title).classList.contains('hidden');
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const options = () => within(field('Program')).getAllByRole('option');
async function goTo(title: string) {
  for (let at = 0; at < registrationSteps.length && !isShown(title); at += 1) await press('Next');
  // The review is loaded after the fields
  if (title === 'Review & Submit') await screen.findByRole('button', { name: 'Change: In an emergency' });
}

test('has five titled steps, a progress bar, and buttons that stop at both ends', async () => {
  await open();
  const reached: number[] = [];
  for (const [at, title] of registrationSteps.entries()) {
    expect(registrationSteps.filter(isShown)).toEqual([title]);
    expect(button('Previous').disabled).toBe(at === 0);
    reached.push(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow')));
    if (at < 4) await press('Next');
  }
  expect(reached).toEqual([1, 2, 3, 4, 5]);
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  expect(button('Submit')).toBeTruthy();
});

test('asks for all fields of a registration, step by step', async () => {
  await open();
  for (const [at, title] of registrationSteps.entries()) {
    const labels = within(section(title)).queryAllByText(
      (_, element) => element?.tagName === 'LABEL' && !element.closest('fieldset.hidden, div.hidden'),
    );
    const asked = registrationFields
      .filter(({ step, kind, contact }) => step === at && kind !== 'intake' && contact !== 'guardian')
      .map(({ label }) => label);
    if (at === 0) {
      asked.splice(asked.indexOf('Last Name') + 1, 0, 'I have one name');
      asked.unshift('Myself', 'My child');
    }
    if (at === 4) asked.push(consentText);
    expect(labels.map(({ textContent }) => textContent?.replace(/\*$/, ''))).toEqual(asked);
  }
  expect(field(consentText).checked).toBe(false);
  expect([field('Date of Birth').type, field('Start Date').type]).toEqual(['date', 'date']);
});

test('the browser fills in what is about the person who writes, and a birth has its limits', async () => {
  await open();
  const filled = (...labels: string[]) => labels.map((label) => field(label).autocomplete);
  expect(filled('First Name', 'Date of Birth')).toEqual(['given-name', 'bday']);
  fireEvent.click(field('My child'));
  expect(filled('First Name', 'Date of Birth', 'Your phone')).toEqual(['off', 'off', 'tel']);
  expect(filled('Guardian Name', 'Guardian Phone')).toEqual(['name', 'tel']);

  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Kampala' }).format(new Date());
  const start = field('Start Date');
  expect([start.min, start.max]).toEqual([today, '2999-12-31']);
  const { min, max } = field('Date of Birth');
  expect([min, max]).toEqual([`${Number(today.slice(0, 4)) - 100}${today.slice(4)}`, today]);
});

test('a year of two digits is said beside its field when the field is left', async () => {
  await open();
  const birth = field('Date of Birth');
  write('Date of Birth', '0004-05-06');
  expect(birth.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.blur(birth);
  expect(birth.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Write the year with four digits, like 2004')).toBeTruthy();
  write('Date of Birth', '2004-05-06');
  fireEvent.blur(birth);
  expect(screen.queryByText('Write the year with four digits, like 2004')).toBeNull();
});

test('a half-typed start date is asked for from every step', async () => {
  await open();
  await goTo('Review & Submit');
  await press('Change: Your course');
  typeHalf(field('Start Date'));
  const expectAsked = () => {
    expect(isShown('Program Selection')).toBe(true);
    expect(document.activeElement).toBe(field('Start Date'));
    expect(field('Start Date').getAttribute('aria-invalid')).toBe('true');
  };
  await press('Next');
  expectAsked();
  await press('Previous');
  await press('Next');
  expectAsked();
});

test('the address selects the program, and the step reads the programs anew each time', async () => {
  const programs = await open({ asked: '2' });
  await goTo('Program Selection');
  expect(field('Program').value).toBe('2');
  expect(options().map(({ textContent }) => textContent)).toEqual([
    'Choose a program',
    'Bakery',
    'Music & Guitar',
  ]);
  programs.push(program(3, 'Welding'));
  await press('Next');
  await press('Previous');
  await screen.findByRole('option', { name: 'Welding' });
});

test('the next start with a free place is chosen, until somebody chooses another date', async () => {
  const full = { ...intake, id: 3, startsOn: '2998-02-01', seatsLeft: 0 };
  const later = { ...intake, id: 5, startsOn: '2999-09-01', seatsLeft: null };
  await open({ asked: '2', intakes: [full, intake, later, { ...full, id: 6, programId: 1 }] });
  fireEvent.focus(field('First Name'));
  await goTo('Program Selection');
  const checked = () =>
    within(screen.getByRole('group', { name: 'Intake' }))
      .getAllByRole<HTMLInputElement>('radio')
      .map((radio) => radio.checked);
  expect(checked()).toEqual([false, true, false, false]);
  expect(screen.queryByLabelText('Start Date')).toBeNull();

  fireEvent.click(field('Another date'));
  await press('Next');
  await press('Previous');
  expect(field('Another date').checked).toBe(true);
  expect(field('Start Date').value).toBe('');
  // Of this one every start is full
  write('Program', '1');
  expect(checked()).toEqual([false, true]);
});

test('the next start that a form without scripts has left to the server is chosen too', async () => {
  const values = { programId: '2', intakeId: 'next', step: '1' };
  await open({ posted: { path: '/registration', message: '', faults: [], values } });
  expect(within(screen.getByRole('group', { name: 'Intake' })).getByRole('radio', { checked: true })).toBe(
    field('Starts 1 Feb 2999, 3 places left'),
  );
});

test('a draft keeps an intake that has closed, and another date is the way on', async () => {
  const values = { programId: '2', intakeId: '9', startDate: '2999-02-01' };
  sessionStorage.setItem('registration-draft', JSON.stringify({ values, step: 1, health: [] }));
  await open({ intakes: [], isServerFirst: true });
  expect(within(screen.getByRole('group', { name: 'Intake' })).getAllByRole('radio')).toEqual([
    field('Another date'),
  ]);
});

test('an intake of the program sets the start date, and another date can be written', async () => {
  await open();
  await goTo('Program Selection');
  expect(screen.queryByRole('group', { name: 'Intake' })).toBeNull();
  write('Program', '2');
  const names = within(screen.getByRole('group', { name: 'Intake' }))
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual([expect.stringMatching(/^Starts 1 Feb 2999, 3 places/), 'Another date']);
  expect(screen.queryByLabelText('Start Date')).toBeNull();
  await goTo('Review & Submit');
  expect(section('Review & Submit').textContent).toContain('Start Date: 1 Feb 2999');
  await press('Change: Your course');
  fireEvent.click(field('Another date'));
  expect(field('Start Date').value).toBe('');
});

test('the steps that may stay empty say so, and who reads them', async () => {
  await open();
  const optional = registrationSteps.filter((title) => section(title).textContent?.includes('Optional. '));
  expect(optional).toEqual(['Emergency Contact', 'Medical Information']);
  expect(section('Medical Information').textContent).toContain('see health answers read it');
});

test('answers survive every step, and the review shows each, untranslated', async () => {
  await open();
  await goTo('Review & Submit');
  const review = section('Review & Submit');
  for (const label of ['Medical Conditions', 'Allergies', 'Medications'])
    expect(review.textContent).toContain(`${label}: None`);
  const answers = {
    Medications: 'Inhaler',
    Allergies: 'Groundnuts',
    'Medical Conditions': 'Asthma',
    Relationship: 'Mother',
    'Emergency Contact Phone': '+256 700 999 888',
    'Emergency Contact Name': 'Ruth Story',
    'Date of Birth': '2005-03-09',
    Phone: '+256 700 123 456',
    Email: 'brenda@example.org',
    'Last Name': 'Story',
    'First Name': 'Brenda',
  };
  const order = registrationSteps.toReversed().slice(1);
  for (const title of order) {
    await press('Previous');
    expect(isShown(title)).toBe(true);
    for (const [label, value] of Object.entries(answers)) {
      if (section(title).contains(field(label))) write(label, value);
    }
  }
  await goTo('Review & Submit');
  const shown = { ...answers, 'Date of Birth': '9 Mar 2005' };
  for (const [label, value] of Object.entries(shown)) {
    expect(review.textContent).toContain(`${label}: ${value}`);
    // A translation service must not get personal data
    const written = within(review).getByText(value, { selector: 'dd' });
    expect(written.closest('[translate]')?.getAttribute('translate')).toBe('no');
    const asked = within(review).getByText(`${label}:`);
    expect(asked.closest('[translate]')?.getAttribute('translate')).toBe('yes');
  }
});

const findLinks = () =>
  screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
const findNotice = () => screen.findByRole('heading', { name: 'No course takes registrations now.' });

test('without a program the form says so before the first step, and whom to ask', async () => {
  await open({ programs: [] });
  await findNotice();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(findLinks()).toEqual([
    ['Call us: +256 700 000 001', 'tel:+256700000001'],
    ['WhatsApp', expect.stringMatching(/^https:\/\/wa\.me\/256700000009\?/)],
    ['Tell me when a course opens', '/newsletter'],
  ]);
});

test('what was written stays in sight when the last program closes', async () => {
  const programs = await open();
  write('First Name', 'Brenda');
  programs.length = 0;
  await press('Next');
  await findNotice();
  expect(field('First Name').value).toBe('Brenda');
});

const passed = () => screen.queryAllByText(/^Still needed in step/).map(({ textContent }) => textContent);

test('a passed step says what it lacks, and leads there', async () => {
  await open();
  expect(passed()).toEqual([]);
  write('First Name', 'Brenda');
  await press('Next');
  expect(passed()).toEqual(['Still needed in step 1: Last Name, Phone']);
  await press('Next');
  expect(passed()).toEqual(['Still needed in step 1: Last Name, Phone', 'Still needed in step 2: Program']);
  fireEvent.click(screen.getByText(/^Still needed in step 1/));
  expect(document.activeElement).toBe(field('Last Name'));
  fireEvent.click(field('I have one name'));
  write('Phone', '0700 123 456');
  await press('Next');
  expect(passed()).toEqual([]);
});

test('the review begins with what is still needed, with a link to each field', async () => {
  await open();
  const review = section('Review & Submit');
  const listNeeded = () => within(review).queryByRole('status')?.textContent ?? '';
  fireEvent.click(field('My child'));
  write('Date of Birth', `${new Date().getFullYear() - 10}-01-01`);
  write('First Name', 'Brenda');
  write('Last Name', 'Story');
  await goTo('Review & Submit');
  expect(listNeeded()).toMatch(
    /^5 things are still needed.*Your phoneProgramGuardian NameGuardian PhoneGuardian's agreement/,
  );
  expect(passed()).toEqual([]);
  fireEvent.click(within(review).getByRole('link', { name: 'Guardian Name' }));
  expect(document.activeElement).toBe(field('Guardian Name'));
  write('Guardian Name', 'Ruth Story');
  write('Guardian Phone', '0700 123 456');
  fireEvent.click(field('I am the parent or guardian and I agree to this registration'));
  write('Your phone', '0700 123 456');
  expect(listNeeded()).toMatch(/^1 thing is still neededProgram$/);
  write('Program', '1');
  expect(listNeeded()).toBe('');
});

test('the guardian and the emergency contact take over what is the same, until the box is unticked', async () => {
  await open();
  const values = (...labels: string[]) => labels.map((label) => field(label).value);
  expect(field('Same person as the guardian').closest('.hidden')).toBeTruthy();
  fireEvent.click(field('My child'));
  write('Your phone', '0700 123 456');
  write('Emergency Contact Name', 'Somebody Else');
  write('Guardian Name', 'Ruth Story');
  fireEvent.click(field('Same phone as in step 1'));
  fireEvent.click(field('Same person as the guardian'));
  const labels = ['Guardian Phone', 'Emergency Contact Name', 'Emergency Contact Phone'];
  expect(values(...labels)).toEqual(['0700 123 456', 'Ruth Story', '0700 123 456']);
  expect(labels.map((label) => field(label).disabled)).toEqual([true, true, true]);
  await goTo('Review & Submit');
  const review = section('Review & Submit').textContent;
  for (const line of ['Guardian Phone: 0700 123 456', 'Emergency Contact Name: Ruth Story'])
    expect(review).toContain(line);

  fireEvent.click(field('Same person as the guardian'));
  expect(values(...labels)).toEqual(['0700 123 456', 'Somebody Else', '']);
  fireEvent.click(field('Same person as the guardian'));
  // Nobody has a guardian without a child
  fireEvent.click(field('Myself'));
  expect(values('Emergency Contact Name')).toEqual(['Somebody Else']);
  expect(field('Emergency Contact Name').disabled).toBe(false);
});
