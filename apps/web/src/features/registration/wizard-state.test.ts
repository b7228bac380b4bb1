import { expect, test } from 'vitest';
import { lastStep } from './fields.ts';
import {
  makeFirstState,
  makeReturnedState,
  reduceWizard,
  toErrors,
  type WizardAction,
  type WizardState,
} from './wizard-state.ts';

const after = (...actions: WizardAction[]) => actions.reduce(reduceWizard, makeFirstState(''));

test('keeps the step between the first and the last, and accepts empty fields', () => {
  expect(after({ type: 'go', to: -1 }).step).toBe(0);
  expect(after({ type: 'go', to: 9 }).step).toBe(lastStep);
  expect(lastStep).toBe(4);
});

test('goes to the step of the first refused field and keeps all values', () => {
  const errors = toErrors([
    { path: 'emergencyPhone', message: 'A phone number …' },
    { path: 'programId', message: 'Choose one' },
    { path: 'programId', message: 'and again' },
    { path: 'nothing we ask', message: 'x' },
  ]);
  const state = after(
    { type: 'edit', name: 'email', value: 'a@example.com' },
    { type: 'go', to: 4 },
    { type: 'refuse', errors },
  );

  expect(errors).toMatchObject({ emergencyPhone: 'A phone number …', programId: 'Choose one' });
  expect(state).toMatchObject({ step: 1, focus: { on: 'programId' }, values: { email: 'a@example.com' } });
});

test('stays on the step when the failure names no field', () => {
  const before = after({ type: 'go', to: 4 });
  expect(reduceWizard(before, { type: 'refuse', errors: {} })).toEqual(before);
});

test('removes the message of a changed answer and keeps the others', () => {
  const state = after(
    { type: 'refuse', errors: { email: 'no', phone: 'no' } },
    { type: 'edit', name: 'email', value: 'a@example.com' },
  );
  expect(state.errors).toEqual({ phone: 'no' });
});

test('keeps the idempotency key until an answer changes', () => {
  const sent = after({ type: 'send', key: 'k' });
  expect(reduceWizard(sent, { type: 'go', to: 2 }).key).toBe('k');
  expect(reduceWizard(sent, { type: 'edit', name: 'phone', value: '1' }).key).toBeNull();
  expect(reduceWizard(sent, { type: 'agree', consent: false }).key).toBeNull();
});

test('knows under which key it was sent until an answer comes, also after a change', () => {
  const sent = after({ type: 'send', key: 'k' }, { type: 'edit', name: 'phone', value: '1' });
  expect(sent).toMatchObject({ key: null, sent: 'k' });
  expect(reduceWizard(sent, { type: 'refuse', errors: {} }).sent).toBeNull();
});

test('a correction that was sent is itself what the next one corrects', () => {
  const correction = after({ type: 'resume', given: { values: {}, corrects: 'refused' } });
  expect(reduceWizard(correction, { type: 'send', key: 'k' }).corrects).toBe('k');
  expect(after({ type: 'send', key: 'k' }).corrects).toBeNull();
});

test('an intake sets the start date, and another program takes both away', () => {
  const chosen = after(
    { type: 'edit', name: 'programId', value: '3' },
    { type: 'choose intake', id: '7', startsOn: '2027-02-01' },
  );
  expect(chosen.values).toMatchObject({ intakeId: '7', startDate: '2027-02-01' });
  expect(reduceWizard(chosen, { type: 'edit', name: 'programId', value: '4' }).values).toMatchObject({
    programId: '4',
    intakeId: '',
    startDate: '',
  });
  expect(reduceWizard(chosen, { type: 'choose intake', id: '', startsOn: '' }).values.startDate).toBe('');
  const ownDate = after({ type: 'edit', name: 'startDate', value: '2027-05-01' });
  expect(reduceWizard(ownDate, { type: 'edit', name: 'programId', value: '4' }).values).toMatchObject({
    intakeId: 'other',
    startDate: '2027-05-01',
  });
});

test('a start date of one’s own leaves the intake, and so does the message about it', () => {
  const state = after(
    { type: 'choose intake', id: '7', startsOn: '2027-02-01' },
    { type: 'refuse', errors: { intakeId: 'closed', phone: 'no' } },
    { type: 'edit', name: 'startDate', value: '2027-05-01' },
  );
  expect(state.values).toMatchObject({ intakeId: 'other', startDate: '2027-05-01' });
  expect(state.errors).toEqual({ phone: 'no' });
});

test('a lost health answer is written again as soon as somebody types, also when it stays empty', () => {
  const lost = after({ type: 'resume', given: { values: {}, lost: ['allergies', 'medications'] } });
  expect(reduceWizard(lost, { type: 'edit', name: 'allergies', value: '' }).lost).toEqual(['medications']);
});

test('opens the step that a form without scripts has asked for, for whom it has chosen', () => {
  const posted = { values: { step: '2', applicant: 'child', firstName: 'Amina' }, faults: [] };
  expect(makeReturnedState({ asked: '', posted })).toMatchObject({
    step: 2,
    applicant: 'child',
    values: { firstName: 'Amina' },
    errors: {},
  });
});

test('what stands in the fields without an event takes the place of what was known, once', () => {
  const before: WizardState = {
    ...makeFirstState(''),
    values: {
      ...makeFirstState('').values,
      firstName: 'Ann',
      programId: '1',
      intakeId: '4',
      startDate: '2999-02-01',
    },
    key: 'k',
    errors: { firstName: 'No', phone: 'No' },
  };
  const same = reduceWizard(before, { type: 'take over', values: { firstName: 'Ann' } });
  expect(same).toBe(before);
  const after = reduceWizard(before, { type: 'take over', values: { firstName: 'Bea', programId: '2' } });
  expect(after).toMatchObject({ key: null, errors: { phone: 'No' } });
  expect(after.values).toMatchObject({ firstName: 'Bea', programId: '2', intakeId: '', startDate: '' });
});

test('a refusal that no question shows stays on its step, until the form is sent again', () => {
  const errors = toErrors([{ path: 'source.0.name', message: 'Not known' }]);
  expect(errors).toEqual({
    form: 'Source 1, name: Not known. If you see no such field, load this page again.',
  });
  const refused = reduceWizard({ ...makeFirstState(''), step: 4 }, { type: 'refuse', errors });
  expect(refused).toMatchObject({ step: 4, sent: null, errors });
  expect(reduceWizard(refused, { type: 'send', key: 'k' }).errors).toEqual({});
});
