/** Name of a hidden field that only programs fill in. The API has no such field. */
export const SPAM_TRAP_FIELD = 'website';
export const siteIsBusyError = {
  application: 'The site is busy. Your application is sent by itself in a moment.',
  other: 'The site is busy. We try again in a moment.',
} as const;
