import { type Registration, registration, registrationExamples } from '@institute/contract';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import { listAnswer } from './office.tsx';

export const at = '2026-11-20T10:00:00.000Z';
const { examples } = registration.meta() as { examples: [Registration] };

/** A registration as the office reads it. Default: new, and every question is answered. */
export const givenRegistration = (more: object = {}) => ({
  ...examples[0],
  ...registrationExamples,
  id: 1,
  firstName: 'Ann',
  lastName: 'Akello',
  version: 1,
  createdAt: at,
  updatedAt: at,
  consentedAt: at,
  consentVersion: null,
  status: 'new' as Registration['status'],
  isAgeUnknown: false,
  isDuplicate: false,
  ...more,
});

/** What the list of registrations asks for. */
export const listOf = (...rows: object[]) => ({
  'registrations.list': {
    ...listAnswer(...rows),
    totals: { ...Object.fromEntries(registrationStatuses.map((status) => [status, 0])), new: rows.length },
    areTotalsLow: false,
  },
  'registrations.choices': { programs: [], intakes: [] },
});

/** What the sheet of a registration asks for. */
export const sheetOf = (view: object) => ({
  ...listOf(view),
  'registrations.templates': [{ title: 'Documents', text: 'Hello {name}, bring {reference}.' }],
  'registrations.sms': { refusal: null, ending: 'KVI', saysStop: false },
  'registrations.get': { view, tag: '"1"', history: [], duplicates: [] },
  'messagesOut.about': [],
});

export const feeSums = { charged: 1_000_000, paid: 250_000, balance: 750_000, overdue: 100_000 };

export const feeAccount = (registrationId: number, name: string) => ({
  registrationId,
  reference: `REG-2027-00000${registrationId}`,
  name,
  program: 'Tailoring',
  startsOn: '2027-02-01',
  status: 'accepted',
  phone: '+256 772 123 456',
  guardianPhone: '+256 772 123 457',
  ...feeSums,
  nextDueOn: '2027-03-01',
  nextDueAmount: 350_000,
});

export const feeCharge = {
  registrationId: 7,
  kind: 'instalment',
  amount: 600_000,
  dueOn: '2027-03-01',
  reason: null,
  reverses: null,
  recordedBy: 'jane@example.org',
  createdAt: '2027-01-01T00:00:00.000Z',
};
