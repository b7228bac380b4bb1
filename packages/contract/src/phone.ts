/** The address that a phone number is dialled by. */
export const telLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** A number however it was written, in international form; Ugandan ones also with their leading 0. */
export const dialled = (phone: string): string => phone.replace(/\D/g, '').replace(/^0(?=[1-9])/, '256');

/** A chat with a preset greeting; `phone` in international form. */
export const chatLink = (phone: string, greeting: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`;
