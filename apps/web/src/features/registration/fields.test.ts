import { expect, test } from 'vitest';
import { nameField, shouldAskAboutGuardian } from './fields.ts';
import { makeFirstState, questionOrder, reduceWizard, type WizardAction } from './wizard-state.ts';

const after = (...actions: WizardAction[]) => actions.reduce(reduceWizard, makeFirstState(''));
const born = (value: string): WizardAction => ({ type: 'edit', name: 'dateOfBirth', value });
const thisYear = `${new Date().getFullYear()}-01-01`;

test('asks for a guardian by the date of birth, whoever fills in the form', () => {
  expect(shouldAskAboutGuardian(after())).toBe(false);
  expect(shouldAskAboutGuardian(after(born('1990-01-01')))).toBe(false);
  expect(shouldAskAboutGuardian(after(born(thisYear)))).toBe(true);
});

test('asks a parent before the date of birth is known', () => {
  expect(shouldAskAboutGuardian(after({ type: 'choose applicant', applicant: 'child' }))).toBe(true);
});

test('asks for a guardian that the server has missed', () => {
  const refused = after({ type: 'refuse', errors: { guardianName: 'needed' } });
  expect([shouldAskAboutGuardian(refused), refused.step]).toEqual([true, 2]);
});

test('takes a draft, or a registration from this device, with a guardian as one of a child', () => {
  const resumed = after({ type: 'resume', given: { values: { guardianName: 'Grace' } } });
  expect(resumed.applicant).toBe('child');
  expect(after({ type: 'resume', given: { values: { firstName: 'Ann' } } }).applicant).toBe('self');
});

test('needs another idempotency key for another applicant', () => {
  const sent = after({ type: 'send', key: 'k' }, { type: 'choose applicant', applicant: 'child' });
  expect(sent.key).toBeNull();
});

test('a list of faults names each field in a few words, not by its sentence', () => {
  expect(nameField('guardianConsent', 'child')).toBe("Guardian's agreement");
  expect(questionOrder.filter((question) => nameField(question, 'child').length > 30)).toEqual([]);
});
