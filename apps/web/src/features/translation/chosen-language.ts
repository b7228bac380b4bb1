export const pageLanguage = 'en';

/** The translator's own cookie, such as `/en/lg`. */
const COOKIE = 'googtrans';

export function chosenLanguage(cookies: string): string {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${COOKIE}=/`));
  return pair?.split('/')[2] || pageLanguage;
}

export const languageCookie = (code: string) => `${COOKIE}=/${pageLanguage}/${code}; path=/; samesite=lax`;

/** The translator may have set the cookie for the parent domains too. */
export function expiredCookies(host: string): string[] {
  const names = host.split('.');
  const domains = names.map((_, index) => `; domain=${names.slice(index).join('.')}`);
  return ['', ...domains].map((domain) => `${COOKIE}=; path=/; max-age=0${domain}`);
}
