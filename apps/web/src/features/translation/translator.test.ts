import { chosenLanguage } from '@institute/contract/site.constants';
import { expect, test } from 'vitest';
import { expiredCookies, languageCookie } from './translator.ts';

test("reads the language from the translator's cookie, English without one", () => {
  expect(chosenLanguage('a=1; googtrans=/en/lg; b=2')).toBe('lg');
  expect(chosenLanguage('googtrans=/auto/zh-CN')).toBe('zh-CN');
  expect(chosenLanguage('xgoogtrans=/en/lg')).toBe('en');
  expect(chosenLanguage('googtrans=')).toBe('en');
  expect(languageCookie('sw')).toContain('googtrans=/en/sw; path=/');
});

test('deletes the cookie of the host and of the domains above it', () => {
  const ends = expiredCookies('www.institute.example').map((cookie) => cookie.split('max-age=0')[1]);
  expect(ends).toEqual([
    '',
    '; domain=www.institute.example',
    '; domain=institute.example',
    '; domain=example',
  ]);
});
