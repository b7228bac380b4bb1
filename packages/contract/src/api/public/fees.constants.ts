import { formatLocalMoney } from '../../words/money.ts';
import { payChannels } from '../../words/place.ts';
import { readApplicantReference, readReference } from '../../words/reference.ts';
import { removeInvisible, toPlainCode, toPlainDigits } from '../../words/text.ts';
import { addDays, formatDate } from '../../words/time.ts';

/** Path of the page with the statement, where a payment to the provider starts. */
export const feesPagePath = '/fees';

/** Kinds of charges. A `reversal` takes another charge back. A `discount` is negative. */
export const chargeKinds = ['instalment', 'extra', 'opening', 'discount', 'reversal'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** Kinds of charges that the office writes by hand. */
export const officeChargeKinds = ['extra', 'opening', 'discount'] as const;

/** Kinds of payments in an account. Money that was moved to another account appears as a refund. */
export const feeKinds = ['payment', 'refund'] as const;

/** Only owners may record money that was received longer ago. */
const BACKDATED_DAYS = 7;
/** True when the money was received too long before it was recorded. Both are days in Kampala. */
export const isBackdated = (receivedOn: string, recordedOn: string): boolean =>
  receivedOn < addDays(recordedOn, -BACKDATED_DAYS);

/** Kinds of movements of money. A counter-entry cancels another one, and a deposit takes cash to the bank. */
export const movementKinds = ['payment', 'refund', 'counter', 'deposit'] as const;

/** Kinds of rows in the book. A move puts recorded money on another account, or makes it unassigned. */
export const bookKinds = [...movementKinds, 'move'] as const;

/** Events that owners check: money that was never charged, reversed, given back, counted differently, or banked. */
export const controlKinds = {
  discount: 'Discount',
  reversal: 'Charge reversed',
  rewritten: 'Charges written anew',
  countered: 'Payment cancelled',
  dismissed: 'Unassigned payment cancelled',
  donation: 'Donation cancelled',
  refund: 'Refund',
  deposit: 'Cash taken to the bank',
  undeposited: 'Cash to the bank cancelled',
  backdated: 'Back-dated payment',
  move: 'Money moved',
  assignment: 'Assigned on a later day',
  unconfirmed: 'Not confirmed by a statement',
  selfConfirmed: 'Confirmed by its recorder alone',
  import: 'Statement imported',
  difference: 'Difference of a closing',
  recount: 'Box counted again',
  reprint: 'Receipt printed again',
  price: 'Price changed',
  below: 'Owes less than the price',
} as const;
export type ControlKind = keyof typeof controlKinds;

/** Events that are stored when they happen. The others are found in the books. */
export const controlNoteKinds = ['price', 'below'] as const satisfies ControlKind[];
export type ControlNoteKind = (typeof controlNoteKinds)[number];

/** Columns by which the book of payments can be sorted. */
export const bookColumns = ['recordedAt', 'receivedOn', 'amount'] as const;
export const feeBookDayKinds = ['recorded', 'received'] as const;

export const officeFeeMethods = ['mtn', 'airtel', 'bank', 'cash', 'cheque'] as const;
export const feeMethods = ['online', ...officeFeeMethods] as const;
export type FeeMethod = (typeof feeMethods)[number];

export const feeMethodNames: Record<FeeMethod, string> = {
  online: 'Online',
  mtn: payChannels.mtn.name,
  airtel: payChannels.airtel.name,
  bank: 'Bank',
  cash: 'Cash',
  cheque: 'Cheque',
};

/** Words for a method in the middle of a sentence. */
export const feeMethodWords: Record<FeeMethod, string> = {
  online: 'online',
  mtn: `by ${payChannels.mtn.operator}`,
  airtel: `by ${payChannels.airtel.operator}`,
  bank: 'by bank',
  cash: 'in cash',
  cheque: 'by cheque',
};

export const isOperatorIdNeeded = (method: FeeMethod): boolean => method !== 'cash' && method !== 'cheque';

export const feeStates = ['pending', 'received', 'cancelled', 'failed'] as const;

/** A search at the desk shows at most this many people. */
export const maxPayersShown = 8;

/** States by which the list of accounts can be filtered. */
/** `undecided`: the person has left, and the office has not decided about charges that were not due. */
export const accountStates = ['overdue', 'owing', 'settled', 'undecided'] as const;
export type AccountState = (typeof accountStates)[number];

export const accountColumns = [
  'name',
  'reference',
  'program',
  'charged',
  'paid',
  'balance',
  'overdue',
  'nextDueOn',
] as const;

export const feeLimits = {
  label: 40,
  /** Smallest online payment in whole UGX. */
  online: 500,
  /** Largest amount of one line in whole UGX. */
  amount: 1_000_000_000,
  reason: 200,
  operatorId: 64,
  bank: 60,
  /** Most people among whom one payment is split. */
  parts: 60,
  payerName: 200,
  note: 300,
} as const;

/** The office must confirm a charge of so many times the price of the program, because it may have a zero too many. */
export const highChargeFactor = 10;

export const partsSumMessage = 'The parts are more than the amount';

export const describeAmountAboveBalance = (balance: number): string =>
  `You owe ${formatLocalMoney(Math.max(0, balance))}. To pay more, ask the office.`;

type PaymentTargets = Record<'mtnCode' | 'airtelCode' | 'bankAccount', string>;

/** Lists the ways to pay that the office has entered. */
export const listPayPlaces = ({
  mtnCode,
  airtelCode,
  bankAccount,
}: PaymentTargets): [label: string, value: string][] =>
  Object.entries({
    [`${payChannels.mtn.operator} code`]: mtnCode,
    [`${payChannels.airtel.operator} code`]: airtelCode,
    'Bank account': bankAccount,
  }).filter(([, value]) => value);

export const askOfficeMessage = 'Ask the office how to pay';

/** Tells payers to ask the office. Empty when the office has entered a way to pay. */
export const askHowToPay = (payTo: PaymentTargets, [phone]: readonly string[]): string =>
  listPayPlaces(payTo).length > 0 ? '' : `${askOfficeMessage}${phone ? `: ${phone}` : '.'}`;

export const statementMethods = ['mtn', 'airtel', 'bank'] as const satisfies readonly FeeMethod[];

export const statementColumns = [
  'day',
  'operatorId',
  'amount',
  'credit',
  'debit',
  'payerName',
  'payerPhone',
  'reason',
  'status',
  'balance',
] as const;
export type StatementColumn = (typeof statementColumns)[number];

export const peopleImportColumns = [
  'name',
  'phone',
  'program',
  'start',
  'owes',
  'guardianPhone',
  'email',
  'firstName',
  'surname',
] as const;
export type PeopleColumn = (typeof peopleImportColumns)[number];

/**
 * States of a line in a statement. A `likely` line needs a tick. A `known` one is on record, and a `differs` one is
 * on record with another amount.
 */
export const statementLineStates = [
  'matched',
  'likely',
  'unmatched',
  'known',
  'differs',
  'notMoney',
  'unreadable',
] as const;
export type StatementLineState = (typeof statementLineStates)[number];

/**
 * States of lines that wait: `waiting` ones can be confirmed, `likely` ones may be on record as another payment, and
 * `known` ones have been recorded meanwhile.
 */
export const waitingLineStates = ['waiting', 'likely', 'known'] as const;
export type WaitingLineState = (typeof waitingLineStates)[number];

/** Paper sizes of receipts. The roll of a desk printer is 80 mm wide. */
export const receiptSizes = ['a4', 'a5', 'roll'] as const;
export type ReceiptSize = (typeof receiptSizes)[number];

export const feePaymentNotFound = 'Payment not found';
export const chargeNotFound = 'Charge not found';

/** Computes how many per cent of the charges are paid, rounded down. Null without charges. */
export const computePercentPaid = (charged: number, paid: number): number | null =>
  charged > 0 ? Math.floor((100 * paid) / charged) : null;

/** Formats a balance: "UGX 750,000", or "Credit UGX 20,000" when it is negative. */
export const formatBalance = (balance: number): string =>
  balance < 0 ? `Credit ${formatLocalMoney(-balance)}` : formatLocalMoney(balance);

/** The quasigroup of H. Michael Damm. With it one wrong digit, or two swapped neighbours, never give 0. */
const dammTable = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];

const computeDammDigit = (digits: string): string =>
  [...digits].reduce((interim, digit) => dammTable[Number(interim)]?.charAt(Number(digit)) ?? '', '0');

/**
 * Makes the registration's pay code: its id, and a check digit that does not depend on the zeros before. Payers type
 * the code at an operator or a bank, where a shorter number too often means something else.
 */
export const payCode = (registrationId: number): string =>
  `${registrationId}${computeDammDigit(String(registrationId))}`.padStart(PAY_CODE_LENGTH, '0');
const PAY_CODE_LENGTH = 6;

/**
 * Reads the registration's id from a pay code, with or without the zeros. Null for a pay code with a mistake.
 * Undefined for a text that is no pay code.
 */
export function readPayCode(typed: string): number | null | undefined {
  const codeDigits = toPlainDigits(removeInvisible(typed)).replace(/[\s-]/g, '');
  if (!/^(?:[1-9]\d{1,10}|0\d{5})$/.test(codeDigits)) return undefined;
  return computeDammDigit(codeDigits) === '0' ? Number(codeDigits.slice(0, -1)) || null : null;
}

/** Reads what a payer typed. The result says whether it is a pay code or a reference. */
export const readPayerCodeOrReference = (typed: string): { payCode: string } | { reference: string } =>
  readApplicantReference(typed) || readPayCode(typed) === undefined
    ? { reference: typed }
    : { payCode: typed };

/** True for a number that a spreadsheet has shortened to the form `3.01235E+11`, which lacks its last digits. */
export const isShortenedId = (id: string): boolean => /^\d[.,]?\d*E\+\d+$/i.test(id);
/** Removes the decimals that a spreadsheet may add to a whole number, as in `301234567890.0`. */
export const toPlainId = (id: string): string => toPlainCode(id).replace(/^(\d+)\.0+$/, '$1');
/** Makes transaction IDs comparable. The zeros before a number go, because spreadsheets drop them. */
export const toComparableId = (id: string): string =>
  toPlainId(id)
    .toUpperCase()
    .replace(/^0+(?=\d+$)/, '');
/**
 * True for numbers of our own, which people, papers and lines of statements have. Such a number is no transaction ID.
 */
export const isNumberOfOurOwn = (id: string): boolean =>
  readReference(id) !== undefined || /^(?:LINE|REF\W?\d{4})\W/i.test(toPlainId(id));
export const describeShortenedId = (id: string): string =>
  `The transaction ID ${id} was shortened by a spreadsheet`;

/**
 * Reads the registration's id from a pay code with a mistake, as if only the last digit were wrong. Undefined for a
 * correct pay code, for a text that is no pay code, and for an id of zero.
 */
export const readMistakenPayCode = (typed: string): number | undefined => {
  if (readPayCode(typed) !== null) return undefined;
  return Number(toPlainDigits(typed).replace(/\D/g, '').slice(0, -1)) || undefined;
};

/** Suggests a pay code that keeps all digits but the last, because most mistakes are there. */
export const describePayCodeMistake = (typed: string): string => {
  const mistakenRegistrationId = readMistakenPayCode(typed);
  const correctionAdvice =
    mistakenRegistrationId === undefined
      ? 'check the last digit'
      : `did you mean ${payCode(mistakenRegistrationId)}?`;
  return `This pay code has a mistake: ${correctionAdvice}`;
};

interface OpenCharge {
  id: number;
  amount: number;
  dueOn: string;
  reverses: number | null;
}

export const sumAmounts = (lines: readonly { amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

interface AccountLines {
  charges: readonly { kind: ChargeKind; label: string; amount: number; dueOn: string }[];
  paid: number;
  /** First day for which something is left to pay. */
  nextDueOn: string | null;
}

/**
 * True when the charge is paid. A statement names no ids, so a reversed charge is recognised by its label, day and
 * amount.
 */
export const isPaidCharge = (
  { kind, label, amount, dueOn }: AccountLines['charges'][number],
  { charges, paid, nextDueOn }: AccountLines,
): boolean =>
  kind !== 'reversal' &&
  amount > 0 &&
  paid > 0 &&
  (nextDueOn === null || dueOn < nextDueOn) &&
  !charges.some(
    (other) =>
      other.kind === 'reversal' && other.label === label && other.dueOn === dueOn && other.amount === -amount,
  );

interface DueAmount {
  dueOn: string;
  amount: number;
}

/**
 * Lists the charges that can be reversed when a person leaves: they are due after `today`, and nobody has reversed
 * them.
 */
export function listReversibleCharges(charges: readonly OpenCharge[], today: string): DueAmount[] {
  const reversedIds = new Set(charges.map(({ reverses }) => reverses));
  return charges.filter(({ id, amount, dueOn }) => amount > 0 && dueOn > today && !reversedIds.has(id));
}

const MAX_DUE_DAYS_SHOWN = 4;

/** Describes due days: "UGX 500,000 is due 2 Jan 2027, UGX 300,000 is due 1 Feb 2027." */
export function describeDueDays(days: readonly DueAmount[]): string {
  const shownDueTexts = days
    .slice(0, MAX_DUE_DAYS_SHOWN)
    .map((day) => `${formatLocalMoney(day.amount)} is due ${formatDate(day.dueOn)}`);
  const laterCharges = days.slice(MAX_DUE_DAYS_SHOWN);
  const laterDueTexts =
    laterCharges.length > 0 ? [`${formatLocalMoney(sumAmounts(laterCharges))} is due later`] : [];
  return `${[...shownDueTexts, ...laterDueTexts].join(', ')}.`;
}
