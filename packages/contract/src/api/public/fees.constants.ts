import { formatLocalMoney } from '../../words/money.ts';
import { payChannels } from '../../words/place.ts';
import { readApplicantReference, readReference } from '../../words/reference.ts';
import { removeInvisible, toPlainCode, toPlainDigits } from '../../words/text.ts';
import { addDays, formatDate } from '../../words/time.ts';

/** The page with the statement, from which people go to the payment provider. */
export const feesPage = '/fees';

/** `reversal` takes another charge back. `discount` is negative. */
export const chargeKinds = ['instalment', 'extra', 'opening', 'discount', 'reversal'] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** The kinds that the office writes by hand. */
export const officeChargeKinds = ['extra', 'opening', 'discount'] as const;

/** The kinds of an account's lines. Money that moved away to another account is a refund. */
export const feeKinds = ['payment', 'refund'] as const;

/** Owners alone record money that came longer ago. */
const BACKDATED_DAYS = 7;
/** Both are days in Kampala. */
export const isBackdated = (receivedOn: string, recordedOn: string): boolean =>
  receivedOn < addDays(recordedOn, -BACKDATED_DAYS);

/** The kinds of movements of money. A counter-entry takes another one back, a deposit took cash to the bank. */
export const movementKinds = ['payment', 'refund', 'counter', 'deposit'] as const;

/** The rows of the book. A move puts money that is here on another account, or on none. */
export const bookKinds = [...movementKinds, 'move'] as const;

/** Events for owners to check: money that was not asked for, reversed, given back, counted differently or banked. */
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

/** Kinds that are noted when they happen. */
export const controlNoteKinds = ['price', 'below'] as const satisfies ControlKind[];
export type ControlNoteKind = (typeof controlNoteKinds)[number];

/** The book of payments can be sorted by these columns. */
export const bookColumns = ['recordedAt', 'receivedOn', 'amount'] as const;
export const bookDays = ['recorded', 'received'] as const;

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

/** Words for the methods within a sentence. */
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

/** Most people that a search of the desk shows. */
export const payersShown = 8;

/** Filters of the list of accounts. */
/** `undecided`: the person left, and it waits what becomes of charges that were not due. */
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
  /** Whole UGX of the smallest online payment. */
  online: 500,
  /** Whole UGX of one line. */
  amount: 1_000_000_000,
  reason: 200,
  operatorId: 64,
  bank: 60,
  /** People among whom one payment is split. */
  parts: 60,
  payerName: 200,
  note: 300,
} as const;

/** The office is asked about a charge of this many times the price of the program, which may have a zero too many. */
export const highChargeTimes = 10;

export const partsSumMessage = 'The parts are more than the amount';

export const describeAboveBalance = (balance: number): string =>
  `You owe ${formatLocalMoney(Math.max(0, balance))}. To pay more, ask the office.`;

type PayTo = Record<'mtnCode' | 'airtelCode' | 'bankAccount', string>;

/** Places to pay that the office has entered. */
export const payPlaces = ({ mtnCode, airtelCode, bankAccount }: PayTo): [label: string, value: string][] =>
  Object.entries({
    [`${payChannels.mtn.operator} code`]: mtnCode,
    [`${payChannels.airtel.operator} code`]: airtelCode,
    'Bank account': bankAccount,
  }).filter(([, value]) => value);

export const askOfficeMessage = 'Ask the office how to pay';

/** Empty once the office wrote where to pay. */
export const askHowToPay = (payTo: PayTo, [phone]: readonly string[]): string =>
  payPlaces(payTo).length > 0 ? '' : `${askOfficeMessage}${phone ? `: ${phone}` : '.'}`;

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

export const peopleColumns = [
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
export type PeopleColumn = (typeof peopleColumns)[number];

/** `likely` needs a tick. `known` is on record already, `differs` with another amount. */
export const lineStates = [
  'matched',
  'likely',
  'unmatched',
  'known',
  'differs',
  'notMoney',
  'unreadable',
] as const;
export type LineState = (typeof lineStates)[number];

/** Lines that wait: they can be confirmed, may be on record as another payment, or are on record meanwhile. */
export const waitingStates = ['waiting', 'likely', 'known'] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Sizes of printed receipts. A roll of a desk's printer is 80 mm wide. */
export const receiptSizes = ['a4', 'a5', 'roll'] as const;
export type ReceiptSize = (typeof receiptSizes)[number];

export const feePaymentNotFound = 'Payment not found';
export const chargeNotFound = 'Charge not found';

/** Whole per cent of what was charged, rounded down. Null without charges. */
export const computePercentPaid = (charged: number, paid: number): number | null =>
  charged > 0 ? Math.floor((100 * paid) / charged) : null;

/** "UGX 750,000", or "Credit UGX 20,000" for a negative balance. */
export const formatBalance = (balance: number): string =>
  balance < 0 ? `Credit ${formatLocalMoney(-balance)}` : formatLocalMoney(balance);

/** Quasigroup of H. Michael Damm: one wrong digit, and two swapped neighbours, never give 0. */
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
 * The registration's id and a check digit, which zeros before them do not change. Payers type it at an operator or a
 * bank, where a shorter number is too often another one.
 */
export const payCode = (registrationId: number): string =>
  `${registrationId}${computeDammDigit(String(registrationId))}`.padStart(PAY_CODE_LENGTH, '0');
const PAY_CODE_LENGTH = 6;

/** With or without the zeros. Null for digits with a mistake. Undefined for what is no pay code. */
export function readPayCode(typed: string): number | null | undefined {
  const digits = toPlainDigits(removeInvisible(typed)).replace(/[\s-]/g, '');
  if (!/^(?:[1-9]\d{1,10}|0\d{5})$/.test(digits)) return undefined;
  return computeDammDigit(digits) === '0' ? Number(digits.slice(0, -1)) || null : null;
}

/** Reads the code that a payer typed. The result says which of the two kinds it is. */
export const readPayer = (typed: string): { payCode: string } | { reference: string } =>
  readApplicantReference(typed) || readPayCode(typed) === undefined
    ? { reference: typed }
    : { payCode: typed };

/** A spreadsheet writes a long number as `3.01235E+11`, without its last digits. */
export const isShortenedId = (id: string): boolean => /^\d[.,]?\d*E\+\d+$/i.test(id);
/** A spreadsheet may write a whole number as `301234567890.0`. */
export const toPlainId = (id: string): string => toPlainCode(id).replace(/^(\d+)\.0+$/, '$1');
/** Transaction IDs as they are compared: a spreadsheet leaves out the zeros before a number. */
export const toComparableId = (id: string): string =>
  toPlainId(id)
    .toUpperCase()
    .replace(/^0+(?=\d+$)/, '');
/** Numbers that the product gives to people, papers and lines of statements. None is the ID of a transaction. */
export const isOwnNumber = (id: string): boolean =>
  readReference(id) !== undefined || /^(?:LINE|REF\W?\d{4})\W/i.test(toPlainId(id));
export const describeShortenedId = (id: string): string =>
  `The transaction ID ${id} was shortened by a spreadsheet`;

/** The id among the digits of a code with a mistake. Undefined without one. */
export const readMistakenPayCode = (typed: string): number | undefined => {
  if (readPayCode(typed) !== null) return undefined;
  return Number(toPlainDigits(typed).replace(/\D/g, '').slice(0, -1)) || undefined;
};

/** Most mistakes are in the last digit, so the suggestion keeps the others. */
export const describePayCodeMistake = (typed: string): string => {
  const id = readMistakenPayCode(typed);
  const advice = id === undefined ? 'check the last digit' : `did you mean ${payCode(id)}?`;
  return `This pay code has a mistake: ${advice}`;
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
  /** The first day of which something is left to pay. */
  nextDueOn: string | null;
}

/** A statement names no ids, so a reversed charge is found by its label, day and amount. */
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

interface DueDay {
  dueOn: string;
  amount: number;
}

/** What can be reversed for a person who leaves: charges that are due after `today` and still stand. */
export function listNotDue(charges: readonly OpenCharge[], today: string): DueDay[] {
  const reversed = new Set(charges.map(({ reverses }) => reverses));
  return charges.filter(({ id, amount, dueOn }) => amount > 0 && dueOn > today && !reversed.has(id));
}

const MAX_DUE_DAYS_SHOWN = 4;

/** "UGX 500,000 is due 2 Jan 2027, UGX 300,000 is due 1 Feb 2027." */
export function describeDueDays(days: readonly DueDay[]): string {
  const shown = days
    .slice(0, MAX_DUE_DAYS_SHOWN)
    .map((day) => `${formatLocalMoney(day.amount)} is due ${formatDate(day.dueOn)}`);
  const later = days.slice(MAX_DUE_DAYS_SHOWN);
  const rest = later.length > 0 ? [`${formatLocalMoney(sumAmounts(later))} is due later`] : [];
  return `${[...shown, ...rest].join(', ')}.`;
}
