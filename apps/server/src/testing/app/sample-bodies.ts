import {
  type ContactInput,
  type DonationInput,
  type FeePaymentInput,
  type RegistrationInput,
  registrationExamples,
} from '@institute/contract';
import { toLocalDay } from '@institute/contract/time';

export const addDaysToToday = (days: number): string =>
  toLocalDay(new Date(Date.now() + days * 24 * 60 * 60 * 1000));

const { guardianName, guardianPhone, guardianConsent, programId, intakeId, ...examples } =
  registrationExamples;
/** An adult who has not chosen an intake, with a value in every other field. */
export const registration = { ...examples, consent: true } as const satisfies Partial<RegistrationInput>;

export const message = {
  name: 'Ann',
  email: 'ann@example.org',
  subject: 'Fees',
  message: 'How much?',
} as const satisfies ContactInput;

export const donation = {
  name: 'Ann',
  email: 'ann@example.org',
  currency: 'USD',
  amount: 5,
} as const satisfies DonationInput;

/** Cash of today, all of it for one person. Null: unassigned. */
export const makeFeePayment = (
  registrationId: number | null,
  fields: Partial<FeePaymentInput> & { amount: number },
): FeePaymentInput => ({
  parts: registrationId === null ? [] : [{ registrationId, amount: fields.amount }],
  method: 'cash',
  receivedOn: addDaysToToday(0),
  ...fields,
});
