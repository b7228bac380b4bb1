import { emailFault, missingFault } from '@institute/contract/fields.constants';
import {
  type Currency,
  currencies,
  currencyCodes,
  defaultCurrency,
  describeOverMaximum,
} from '@institute/contract/money';

export type DonationValues = {
  name: string;
  email: string;
  phone: string;
  currency: Currency;
  /** In whole units. 0: none chosen. */
  amount: number;
  /** The typed amount. Empty after a press on a preset. */
  custom: string;
  fault: string | undefined;
};

export type DonationAction =
  | { type: 'write'; field: 'name' | 'email' | 'phone'; text: string }
  | { type: 'change-currency'; currency: Currency }
  | { type: 'pick'; amount: number }
  | { type: 'type'; text: string }
  | { type: 'take over'; typed: TypedDonation };

/** Values of the fields that differ from the rendered ones. */
export type TypedDonation = Partial<Record<(typeof typedFields)[number], string>>;
export const typedFields = ['name', 'email', 'phone', 'currency', 'custom'] as const;

export const emptyDonation: DonationValues = {
  name: '',
  email: '',
  phone: '',
  currency: defaultCurrency,
  amount: 0,
  custom: '',
  fault: undefined,
};

export function readDonation(posted: Partial<Record<string, string>> = {}): DonationValues {
  const { name = '', email = '', phone = '', custom = '' } = posted;
  const currency = currencyCodes.find((code) => code === posted.currency) ?? defaultCurrency;
  return changeCustomAmount({ ...emptyDonation, name, email, phone, currency }, custom.replace(/\D/g, ''));
}

export function reduceDonation(donation: DonationValues, action: DonationAction): DonationValues {
  switch (action.type) {
    case 'write':
      return { ...donation, [action.field]: action.text };
    case 'change-currency':
      return { ...donation, currency: action.currency, amount: 0, custom: '', fault: undefined };
    case 'pick':
      return { ...donation, amount: action.amount, custom: '', fault: undefined };
    case 'type':
      return changeCustomAmount(donation, action.text.replace(/\D/g, ''));
    case 'take over': {
      const { currency: code, custom, ...texts } = action.typed;
      const currency = currencyCodes.find((known) => known === code && known !== donation.currency);
      const donationInTypedCurrency = currency
        ? reduceDonation(donation, { type: 'change-currency', currency })
        : donation;
      const donationWithTypedTexts = { ...donationInTypedCurrency, ...texts };
      return custom === undefined
        ? donationWithTypedTexts
        : reduceDonation(donationWithTypedTexts, { type: 'type', text: custom });
    }
  }
}

/** Rejects an amount above the maximum, so that the field always shows the amount to be paid. */
function changeCustomAmount(donation: DonationValues, custom: string): DonationValues {
  if (custom === donation.custom) return { ...donation, fault: undefined };
  const customAmount = Number(custom);
  if (customAmount > currencies[donation.currency].max)
    return { ...donation, fault: describeOverMaximum(donation.currency) };
  return { ...donation, amount: customAmount, custom, fault: undefined };
}

const simpleEmailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export type MissingField = 'name' | 'email' | 'custom';

/** Missing answers by field, in the order of the form. */
export function findMissingFields({
  amount,
  name,
  email,
}: DonationValues): Partial<Record<MissingField, string>> {
  return {
    ...(name.trim() === '' && { name: missingFault }),
    ...(!simpleEmailPattern.test(email.trim()) && { email: email.trim() === '' ? missingFault : emailFault }),
    ...(amount <= 0 && { custom: 'Choose an amount, or write one' }),
  };
}

export const findFirstMissingField = (donation: DonationValues): MissingField | undefined =>
  (Object.keys(findMissingFields(donation)) as MissingField[])[0];
