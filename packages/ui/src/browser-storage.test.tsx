import { afterEach, expect, test, vi } from 'vitest';
import { deviceStore, readCookies, tabStore, writeCookie } from './browser-storage.ts';

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('what the browser stores is read from it, also by another page', () => {
  deviceStore.setItem('a', '1');
  expect([localStorage.getItem('a'), deviceStore.getItem('a')]).toEqual(['1', '1']);
  localStorage.setItem('a', '2');
  expect(deviceStore.getItem('a')).toBe('2');
  expect(deviceStore.listKeys()).toContain('a');
  deviceStore.removeItem('a');
  expect(deviceStore.getItem('a')).toBeNull();
});

test('what the browser refuses lasts as long as the page', () => {
  vi.stubGlobal('sessionStorage', undefined);
  tabStore.setItem('a', '1');
  expect([tabStore.getItem('a'), tabStore.listKeys()]).toEqual(['1', expect.arrayContaining(['a'])]);
  tabStore.removeItem('a');
  expect([tabStore.getItem('a'), tabStore.listKeys()]).toEqual([null, expect.not.arrayContaining(['a'])]);
});

test('a full storage keeps the older value from being read', () => {
  deviceStore.setItem('a', '1');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  deviceStore.setItem('a', '2');
  expect(deviceStore.getItem('a')).toBe('2');
  deviceStore.removeItem('a');
  expect(deviceStore.getItem('a')).toBeNull();
});

test('refused cookies are empty', () => {
  Object.defineProperty(document, 'cookie', { configurable: true, get: refuse, set: refuse });
  expect(readCookies()).toBe('');
  expect(() => writeCookie('a=1')).not.toThrow();
  Reflect.deleteProperty(document, 'cookie');
});
