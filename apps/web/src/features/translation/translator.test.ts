import { readChosenLanguage } from '@institute/contract/site.constants';
import { expect, test } from 'vitest';
import { listExpiredCookies, writeTranslatorCookie } from './translator.ts';

test("reads the language from the translator's cookie, English without one", () => {
  expect(readChosenLanguage('a=1; googtrans=/en/lg; b=2')).toBe('lg');
  expect(readChosenLanguage('googtrans=/auto/zh-CN')).toBe('zh-CN');
  expect(readChosenLanguage('xgoogtrans=/en/lg')).toBe('en');
  expect(readChosenLanguage('googtrans=')).toBe('en');
  expect(writeTranslatorCookie('sw')).toContain('googtrans=/en/sw; path=/');
});

test('deletes the cookie of the host and of the domains above it', () => {
  const ends = listExpiredCookies('www.institute.example').map((cookie) => cookie.split('max-age=0')[1]);
  expect(ends).toEqual([
    '',
    '; domain=www.institute.example',
    '; domain=institute.example',
    '; domain=example',
  ]);
});
