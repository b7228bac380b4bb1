import { pageLanguage, translatorCookie } from '@institute/contract/site.constants';

export const languageCookie = (code: string) =>
  `${translatorCookie}=/${pageLanguage}/${code}; path=/; samesite=lax`;

/** The translator may have set the cookie for the parent domains too. */
export function expiredCookies(host: string): string[] {
  const names = host.split('.');
  const domains = names.map((_, index) => `; domain=${names.slice(index).join('.')}`);
  return ['', ...domains].map((domain) => `${translatorCookie}=; path=/; max-age=0${domain}`);
}
