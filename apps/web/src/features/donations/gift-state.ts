import { type Currency, currencies, defaultCurrency, overMaximum } from '@institute/contract/money';

/** The values of the donation form. */
export type Gift = {
  name: string;
  email: string;
  phone: string;
  currency: Currency;
  /** In whole units. 0 while none is chosen. */
  amount: number;
  /** The typed amount. Empty when one of the buttons was used. */
  custom: string;
  /** Error message of the last typed amount. */
  fault: string | undefined;
};

export type GiftAction =
  | { type: 'write'; field: 'name' | 'email' | 'phone'; text: string }
  | { type: 'change-currency'; currency: Currency }
  | { type: 'pick'; amount: number }
  | { type: 'type'; text: string };

export const emptyGift: Gift = {
  name: '',
  email: '',
  phone: '',
  currency: defaultCurrency,
  amount: 0,
  custom: '',
  fault: undefined,
};

export function giftState(gift: Gift, action: GiftAction): Gift {
  switch (action.type) {
    case 'write':
      return { ...gift, [action.field]: action.text };
    case 'change-currency':
      return { ...gift, currency: action.currency, amount: 0, custom: '', fault: undefined };
    case 'pick':
      return { ...gift, amount: action.amount, custom: '', fault: undefined };
    case 'type':
      return typed(gift, action.text.replace(/\D/g, ''));
  }
}

/** Rejects an amount above the maximum, so that the field always shows the amount to be paid. */
function typed(gift: Gift, custom: string): Gift {
  if (custom === gift.custom) return { ...gift, fault: undefined };
  const amount = Number(custom);
  if (amount > currencies[gift.currency].max) return { ...gift, fault: overMaximum(gift.currency) };
  return { ...gift, amount, custom, fault: undefined };
}

const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const isComplete = ({ amount, name, email }: Gift): boolean =>
  amount > 0 && name.trim() !== '' && simpleEmail.test(email.trim());
