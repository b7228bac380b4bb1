import { expect, test, vi } from 'vitest';

test('a language that is none is English, and any other stays', async () => {
  Object.defineProperty(navigator, 'language', { value: 'sw-UG', configurable: true });
  await import('./known-language.ts');
  expect(navigator.language).toBe('sw-UG');

  vi.resetModules();
  Object.defineProperty(navigator, 'language', { value: 'c', configurable: true });
  await import('./known-language.ts');
  expect(navigator.language).toBe('en');
  expect(() => new Intl.NumberFormat(navigator.language)).not.toThrow();
});
