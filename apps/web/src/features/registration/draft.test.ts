import { expect, test } from 'vitest';
import { writtenBody } from '../../testing/registration-body.ts';
import { isFormUntouched, readDraft, reopenRegistration, toDraft } from './draft.ts';
import { registrationOpenRequest } from './waiting/saved-state.ts';
import { makeFirstState, reduceWizard, type WizardState } from './wizard-state.ts';

const written = (own: Partial<WizardState> = {}): WizardState => {
  const edits = { firstName: 'Amina', programId: '3', allergies: 'Peanuts' } as const;
  const state = Object.entries(edits).reduce(
    (before, [name, value]) =>
      reduceWizard(before, { type: 'edit', name: name as keyof typeof edits, value }),
    makeFirstState(''),
  );
  return { ...state, step: 2, ...own };
};
const stored = (state: WizardState) => JSON.stringify(toDraft(state));

const withoutHealth = () => reduceWizard(written(), { type: 'edit', name: 'allergies', value: '' });

test('restores a draft after a reload at its step', () => {
  const draft = readDraft(stored({ ...withoutHealth(), consent: true }), '');
  expect(draft).toMatchObject({ step: 2, consent: true, lost: [], values: { firstName: 'Amina' } });
});

test('asks again for health answers that a reload has lost, and for the consent', () => {
  const text = stored(written({ consent: true, key: 'k' }));
  expect(text).not.toContain('Peanuts');
  const draft = readDraft(text, '');
  expect(draft).toMatchObject({ step: 3, consent: false, lost: ['allergies'], key: null });
  expect(draft.values).not.toHaveProperty('allergies');

  const again = stored(reduceWizard(makeFirstState(''), { type: 'resume', given: draft }));
  expect(readDraft(again, '').lost).toEqual(['allergies']);
});

test('has the health answers of this page load, also an empty one', () => {
  const text = stored(written({ consent: true }));
  const draft = readDraft(text, '', { allergies: 'Peanuts', medications: '' });
  expect(draft).toMatchObject({ step: 2, consent: true, lost: [], values: { allergies: 'Peanuts' } });
});

test('restores the guardian of a child', () => {
  const edits = { guardianName: 'Grace', guardianPhone: '0772 1', guardianConsent: 'true' } as const;
  const state = Object.entries(edits).reduce(
    (before, [name, value]) =>
      reduceWizard(before, { type: 'edit', name: name as keyof typeof edits, value }),
    written(),
  );
  expect(readDraft(stored(state), '').values).toMatchObject(edits);
});

test('a form is written once something in it differs from how it began, on whatever step', () => {
  expect(isFormUntouched({ ...makeFirstState('3'), step: 4 })).toBe(true);
  expect(isFormUntouched(written())).toBe(false);
  for (const own of [{ consent: true }, { applicant: 'child' }, { corrects: 'k' }] as const)
    expect(isFormUntouched({ ...makeFirstState('3'), ...own })).toBe(false);
});

test('ignores stored medical answers', () => {
  expect(readDraft('{"values":{"medications":"x","phone":"1"}}', '').values).toEqual({ phone: '1' });
});

test('prefers a new program in the URL and starts at the first step', () => {
  const text = stored(written());

  expect(readDraft(text, '8').values).not.toHaveProperty('programId');
  const intake = { type: 'choose intake', id: '4', startsOn: '2027-02-01' } as const;
  expect(readDraft(stored(reduceWizard(written(), intake)), '8').values).not.toHaveProperty('startDate');
  expect(readDraft(text, '8')).toMatchObject({ step: 0, values: { firstName: 'Amina' } });
});

test('restores a program chosen after the one in the URL', () => {
  expect(readDraft(stored(written({ asked: '8' })), '8').values.programId).toBe('3');
});

test('restores the idempotency key only with all answers', () => {
  expect(readDraft(stored({ ...withoutHealth(), key: 'k' }), '').key).toBe('k');
  expect(readDraft(stored(written({ key: 'k' })), '').key).toBeNull();
});

test('remembers what was sent and what it corrects, also without the health answers', () => {
  const draft = readDraft(stored(written({ key: 'k', sent: 'k', corrects: 'refused' })), '');
  expect(draft).toMatchObject({ key: null, sent: 'k', corrects: 'refused' });
});

test.each(['', 'null', '7', '[]', '{"values":null,"step":9,"key":5}', '{"values":{"firstName":5}}'])(
  'ignores a stored draft of %j',
  (text) => {
    expect(readDraft(text, '')).toMatchObject({ values: {} });
    expect(readDraft(text, '').step ?? 0).toBe(0);
  },
);

const saved = { key: 'k', savedAt: 0, body: { ...writtenBody, guardianConsent: true } };

test('a saved registration comes back without its health answers, which are asked again with the consent', () => {
  const given = reopenRegistration(saved);
  expect(JSON.stringify(given)).not.toContain('Peanuts');
  expect(given).toMatchObject({ lost: ['allergies'], consent: false, key: null, corrects: 'k' });
  expect(given.values).toMatchObject({ firstName: 'Amina', programId: '3', guardianConsent: 'true' });
  // Also in a form that still has them
  const here = reduceWizard(written(), { type: 'resume', given });
  expect(here.values.allergies).toBe('');
});

test('the box of somebody with one name stays in the draft, and in the registration saved here', () => {
  const state = reduceWizard(written(), { type: 'edit', name: 'oneName', value: 'true' });
  expect(readDraft(stored(state), '').values).toMatchObject({ oneName: 'true' });
  const reopened = (lastName?: string) => reopenRegistration({ ...saved, body: { ...saved.body, lastName } });
  expect(reopened('').values).toMatchObject({ lastName: '', oneName: 'true' });
  for (const lastName of ['Okello', undefined]) expect(reopened(lastName).values.oneName).toBe('');
});

test('one without health answers is the same registration until an answer changes, a refused one is not', () => {
  const plain = { ...saved, body: { ...saved.body, allergies: '' } };
  expect(reopenRegistration(plain).values).toMatchObject({ intakeId: 'other' });
  expect(reopenRegistration(plain)).toMatchObject({ lost: [], consent: true, key: 'k', corrects: 'k' });
  const refused = { ...plain, faults: [], lost: ['medications' as const] };
  expect(reopenRegistration(refused)).toMatchObject({ lost: ['medications'], consent: false, key: null });
});

test('what was asked for opens in one entry of the history, again after a reload, and in no other', () => {
  registrationOpenRequest.ask('k');
  expect(registrationOpenRequest.read('entry')).toBe('k');
  expect(registrationOpenRequest.read('entry')).toBe('k');
  expect(registrationOpenRequest.read('other')).toBeNull();
  registrationOpenRequest.forget();
  expect(registrationOpenRequest.read('entry')).toBeNull();
});
