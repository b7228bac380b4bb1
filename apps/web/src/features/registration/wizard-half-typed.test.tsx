import { registrationSteps } from '@institute/contract/registration-fields.constants';
import { setHalfTyped, typeHalf, typeWhole } from '@institute/ui/testing/half-typed.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { Wizard } from './wizard.tsx';

const listed = (...items: object[]) => ({
  status: 200,
  body: { data: items, meta: { total: items.length } },
});
const program = { id: 1, name: 'Bakery', duration: '6 weeks', price: 90_000 };
const answers = {
  'GET /programs/summaries': () => listed(program),
  'GET /intakes/summaries': () => listed(),
};
const wholeDate = 'Type the whole date: day, month and year';

beforeEach(() => {
  history.replaceState(null, '');
  sessionStorage.clear();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const shownStep = () =>
  registrationSteps.find(
    (title) => !screen.getByRole('region', { name: title }).classList.contains('hidden'),
  );

test('a half-typed date of birth keeps its step, and the whole one of a child asks for a guardian', async () => {
  await renderPart(<Wizard program="" posted={undefined} />, answers);
  const birth = field('Date of Birth');
  typeHalf(birth);
  await press('Next');
  expect(shownStep()).toBe('Personal Information');
  expect(document.activeElement).toBe(birth);
  expect(birth.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(wholeDate)).toBeTruthy();

  typeWhole(birth, `${new Date().getFullYear() - 8}-05-05`);
  await press('Next');
  expect(shownStep()).toBe('Program Selection');
  expect(screen.queryByText(wholeDate)).toBeNull();
  expect(field('Guardian Name').closest('fieldset.hidden')).toBeNull();
});

test('a half-typed start date leads back to its step from another one', async () => {
  await renderPart(<Wizard program="" posted={undefined} />, answers);
  await press('Next');
  setHalfTyped(field('Start Date'), true);
  await press('Previous');
  expect(shownStep()).toBe('Personal Information');
  await press('Next');
  expect(shownStep()).toBe('Program Selection');
  expect(document.activeElement).toBe(field('Start Date'));
  await press('Next');
  expect(shownStep()).toBe('Program Selection');
});

test('without scripts the browser checks dates, and leaves missing answers to the server', async () => {
  let served: HTMLFormElement | null = null;
  const limits = () => ['min', 'max'].map((name) => field('Date of Birth').getAttribute(name));
  await renderPart(<Wizard program="" posted={undefined} />, answers, () => {
    served = document.querySelector('form');
    expect(served?.noValidate).toBe(false);
    expect(served?.querySelectorAll('[required]')).toHaveLength(0);
    expect(field('First Name').getAttribute('aria-required')).toBe('true');
    expect(limits()).toEqual([null, null]);
  });
  expect(document.querySelector('form')?.noValidate).toBe(true);
  expect(limits()).not.toContain(null);
});
