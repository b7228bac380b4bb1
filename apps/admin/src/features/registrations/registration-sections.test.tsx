import { type Registration, registrationExamples } from '@institute/contract';
import {
  contactFields,
  healthFields,
  registrationFields,
} from '@institute/contract/registration-fields.constants';
import { formatDate } from '@institute/contract/time';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeRegistration } from '../../testing/desk.ts';
import { RegistrationSections } from './registration-sections.tsx';

const view = { ...makeRegistration(), medicalHidden: false } satisfies Registration;
const sheetOf = (fields: Partial<Registration>) =>
  render(<RegistrationSections registration={{ ...view, ...fields }} />).container.textContent;

const shown = registrationFields.filter(({ kind }) => !['program', 'intake', 'check'].includes(kind));

test.each(shown.map(({ name, kind }) => [name, kind] as const))('shows the answer in %s', (name, kind) => {
  const value = String(registrationExamples[name]);
  expect(sheetOf({})).toContain(kind === 'day' || kind === 'birthday' ? formatDate(value) : value);
});

test('shows that there is no email address', () => {
  expect(sheetOf({ email: '' })).toContain('Email–');
});

test('says that the age is unknown where there is no date of birth', () => {
  expect(sheetOf({ dateOfBirth: null })).toContain('Date of BirthAge unknown');
  expect(sheetOf({})).not.toContain('Age unknown');
});

test('leaves out the guardian of an adult, and health answers from whoever may not read them', () => {
  const guardian = Object.fromEntries(contactFields.guardian.map((name) => [name, null]));
  expect(sheetOf({ ...guardian, guardianConsent: false })).not.toContain('Guardian');
  const hidden = Object.fromEntries(healthFields.map((name) => [name, null]));
  expect(sheetOf({ ...hidden, medicalHidden: true })).toContain('Health information is hidden.');
  expect(sheetOf(hidden)).toContain('AllergiesNone specified');
});
