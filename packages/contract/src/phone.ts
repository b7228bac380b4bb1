/** The `tel:` link of a phone number. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** Digits of a number in any notation, in international form. Accepts Ugandan numbers with a leading 0. */
export const dialled = (phone: string): string => phone.replace(/\D/g, '').replace(/^0(?=[1-9])/, '256');

/** A chat with a preset greeting; `phone` in international form. */
export const chatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`;
