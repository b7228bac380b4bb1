import { expect, test } from 'vitest';
import { draftOf, readDraft } from './draft.ts';
import { begin, type WizardState, wizard } from './wizard-state.ts';

const written = (own: Partial<WizardState> = {}): WizardState => {
  const edits = { firstName: 'Amina', programId: '3', allergies: 'Peanuts' } as const;
  const state = Object.entries(edits).reduce(
    (before, [name, value]) => wizard(before, { type: 'edit', name: name as keyof typeof edits, value }),
    begin(''),
  );
  return { ...state, step: 2, ...own };
};
const stored = (state: WizardState) => JSON.stringify(draftOf(state));

test('a draft comes back after a reload, without its medical answers', () => {
  const text = stored(written());

  expect(text).not.toContain('Peanuts');
  expect(readDraft(text, '')).toMatchObject({ step: 2, values: { firstName: 'Amina', programId: '3' } });
  expect(readDraft(text, '').values).not.toHaveProperty('allergies');
});

test('medical answers in the store are not taken from there', () => {
  expect(readDraft('{"values":{"medications":"x","phone":"1"}}', '').values).toEqual({ phone: '1' });
});

test('a program newly asked for goes before the one of the draft, and begins at the first step', () => {
  const text = stored(written());

  expect(readDraft(text, '8').values).not.toHaveProperty('programId');
  expect(readDraft(text, '8')).toMatchObject({ step: 0, values: { firstName: 'Amina' } });
});

test('a choice made after the program was asked for survives the reload', () => {
  expect(readDraft(stored(written({ asked: '8' })), '8').values.programId).toBe('3');
});

test('the key comes back only with the whole application', () => {
  const whole = wizard(written(), { type: 'edit', name: 'allergies', value: '' });

  expect(readDraft(stored({ ...whole, key: 'k' }), '').key).toBe('k');
  expect(readDraft(stored(written({ key: 'k' })), '').key).toBeNull();
});

test.each(['', 'null', '7', '[]', '{"values":null,"step":9,"key":5}', '{"values":{"firstName":5}}'])(
  'a store that holds %j is no obstacle',
  (text) => {
    expect(readDraft(text, '')).toMatchObject({ values: {} });
    expect(readDraft(text, '').step ?? 0).toBe(0);
  },
);
