import type { Site } from '@institute/contract';

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

export function securityTxt({ institute }: Pick<Site, 'institute'>, publicUrl: string, now: Date): string {
  // whole days, so that the text stays the same for a day
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS);
  return [
    ...institute.emails.slice(0, 1).map((email) => `Contact: mailto:${encodeURI(email)}`),
    `Contact: ${publicUrl}/contact`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
