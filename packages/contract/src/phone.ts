/** The `tel:` link of a phone number. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Digits of a number in any notation, in international form. Accepts Ugandan numbers with a leading 0. */
export const dialled = (phone: string): string => phone.replace(/\D/g, '').replace(/^0(?=[1-9])/, '256');

/** A chat with a preset greeting; `phone` in international form. */
export const chatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`;

/**
 * The number in groups, with digits, blanks and a leading plus only: `+256 700 123 456`. A spreadsheet takes it for a
 * text, neither for a number without its first zero nor for a formula.
 */
export function groupedPhone(phone: string): string {
  const [, ugandan] = /^256(\d{9})$/.exec(dialled(phone)) ?? [];
  if (ugandan) return `+256 ${inThrees(ugandan)}`;
  const groups = phone.match(/\d+/g) ?? [];
  const [only = ''] = groups;
  return `${phone.trim().startsWith('+') ? '+' : ''}${groups.length > 1 ? groups.join(' ') : inThrees(only)}`;
}

const inThrees = (digits: string) => digits.replace(/\d{3}(?=\d)/g, '$& ');
