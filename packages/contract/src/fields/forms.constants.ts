/** Name of a hidden field, which only programs fill in. The API does not know it. */
export const TRAP_FIELD = 'website';
export const siteIsBusy = {
  application: 'The site is busy. Your application is sent by itself in a moment.',
  other: 'The site is busy. We try again in a moment.',
} as const;
