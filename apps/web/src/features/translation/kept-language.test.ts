import { expect, test } from 'vitest';
import { keptLanguage } from './kept-language.ts';
import { expiredCookies, languageCookie } from './language-cookie.ts';
import { languages } from './languages.ts';

test("reads the language from the translator's cookie, English without one", () => {
  expect(keptLanguage('a=1; googtrans=/en/lg; b=2')).toBe('lg');
  expect(keptLanguage('googtrans=/auto/zh-CN')).toBe('zh-CN');
  expect(keptLanguage('xgoogtrans=/en/lg')).toBe('en');
  expect(keptLanguage('googtrans=')).toBe('en');
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

test('there are 58 languages, none twice', () => {
  expect(new Set(languages.map(([code]) => code)).size).toBe(58);
  expect(new Set(languages.map(([, name]) => name)).size).toBe(58);
});
