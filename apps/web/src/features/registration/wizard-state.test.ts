import { expect, test } from 'vitest';
import { lastStep } from './fields.ts';
import { begin, errorsOf, type WizardAction, wizard } from './wizard-state.ts';

const after = (...actions: WizardAction[]) => actions.reduce(wizard, begin(''));

test('steps stay between the first and the last, and no empty field holds anybody back', () => {
  expect(after({ type: 'go', to: -1 }).step).toBe(0);
  expect(after({ type: 'go', to: 9 }).step).toBe(lastStep);
  expect(lastStep).toBe(4);
});

test('answers survive moving between the steps', () => {
  const state = after(
    { type: 'edit', name: 'firstName', value: 'Amina' },
    { type: 'go', to: 3 },
    { type: 'go', to: 0 },
  );
  expect(state.values.firstName).toBe('Amina');
});

test('the program that the address asks for is chosen at once', () => {
  expect(begin('7').values.programId).toBe('7');
});

test('a refused field takes the visitor to its step, the earliest first, with all values intact', () => {
  const errors = errorsOf([
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

  expect(errors).toEqual({ emergencyPhone: 'A phone number …', programId: 'Choose one' });
  expect(state).toMatchObject({ step: 1, focus: { on: 'programId' }, values: { email: 'a@example.com' } });
});

test('a failure that names no field leaves the visitor where they are', () => {
  const before = after({ type: 'go', to: 4 });
  expect(wizard(before, { type: 'refuse', errors: {} })).toBe(before);
});

test('changing a refused answer takes its message away and leaves the others', () => {
  const state = after(
    { type: 'refuse', errors: { email: 'no', phone: 'no' } },
    { type: 'edit', name: 'email', value: 'a@example.com' },
  );
  expect(state.errors).toEqual({ phone: 'no' });
});

test('an application keeps its key until one of its answers changes', () => {
  const sent = after({ type: 'send', key: 'k' });
  expect(wizard(sent, { type: 'go', to: 2 }).key).toBe('k');
  expect(wizard(sent, { type: 'edit', name: 'phone', value: '1' }).key).toBeNull();
  expect(wizard(sent, { type: 'agree', consent: false }).key).toBeNull();
});
