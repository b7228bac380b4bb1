export const pageLanguage = 'en';

/** The translator's own cookie, such as `/en/lg`. */
export const COOKIE = 'googtrans';

export function chosenLanguage(cookies: string): string {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${COOKIE}=/`));
  return pair?.split('/')[2] || pageLanguage;
}
