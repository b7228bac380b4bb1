/** The language that the pages are written in. */
export const pageLanguage = 'en';

/** The translator's own memory of what a visitor chose, `/en/lg`; nothing else is remembered. */
export const COOKIE = 'googtrans';

export function keptLanguage(cookies: string): string {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${COOKIE}=/`));
  return pair?.split('/')[2] || pageLanguage;
}
