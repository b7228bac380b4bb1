/** The `tel:` link of a phone number. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Digits of a number in any notation, in international form. Accepts Ugandan numbers with a leading 0. */
export const dialled = (phone: string): string => phone.replace(/\D/g, '').replace(/^0(?=[1-9])/, '256');

/** A chat with a preset greeting; `phone` in international form. */
export const chatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`;

/**
 * The number in groups of digits, without any other sign but a leading plus: `+256 700 123 456`. Spreadsheets keep it as
 * text. They would take the first zero off a number, and read a plus before digits as a formula.
 */
export function groupedPhone(phone: string): string {
  const [, ugandan] = /^256(\d{9})$/.exec(dialled(phone)) ?? [];
  if (ugandan) return `+256 ${inThrees(ugandan)}`;
  const groups = phone.match(/\d+/g) ?? [];
  const [only = ''] = groups;
  return `${phone.trim().startsWith('+') ? '+' : ''}${groups.length > 1 ? groups.join(' ') : inThrees(only)}`;
}

const inThrees = (digits: string) => digits.replace(/\d{3}(?=\d)/g, '$& ');
