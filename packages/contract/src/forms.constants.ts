/** The name of a hidden field in public forms. Only programs fill it in. The API does not know it. */
export const TRAP = 'website';
/** Shown while a form that was answered with 429 or 503 waits to be sent again, by itself. */
export const siteIsBusy = {
  application: 'The site is busy. Your application is sent by itself in a moment.',
  other: 'The site is busy. We try again in a moment.',
} as const;
