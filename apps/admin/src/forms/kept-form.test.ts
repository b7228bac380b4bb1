import { beforeEach, expect, test, vi } from 'vitest';
import { type KeptForm, keepForm, takeKeptForm } from './kept-form.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return vi.unstubAllGlobals;
});

const form: KeptForm = {
  resource: 'program',
  email: 'jane@institute.example',
  id: 4,
  tag: '"program-4-1"',
  values: { name: 'Welding' },
};

test('returns the typed values once', () => {
  keepForm(form);

  expect(takeKeptForm('program', form.email)).toEqual(form);
  expect(takeKeptForm('program', form.email)).toBeNull();
});

test('keeps the values until their screen is opened', () => {
  keepForm(form);

  expect(takeKeptForm('post', form.email)).toBeNull();
  expect(takeKeptForm('program', form.email)).toEqual(form);
});

test('returns the values only to the account that typed them', () => {
  keepForm(form);

  expect(takeKeptForm('program', 'john@institute.example')).toBeNull();
  expect(stored.size).toBe(0);
});

test.each(['{', 'null', '7', '{"resource":"program"}'])('takes %j for nothing', (text) => {
  stored.set('kept-form', text);

  expect(takeKeptForm('program', form.email)).toBeNull();
});
