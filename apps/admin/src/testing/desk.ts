import { type Registration, registration, registrationExamples } from '@institute/contract';
import { registrationStatuses } from '@institute/contract/registrations.constants';
import type { AdminAnswers } from '../api/admin.ts';
import type { Answer, PartOf } from './answers.ts';
import { listAnswer } from './office.tsx';

export const at = '2026-11-20T10:00:00.000Z';
const { examples } = registration.meta() as { examples: [Registration] };

type Opened = AdminAnswers['registrations']['get']['view'];
type Listed = AdminAnswers['registrations']['list']['items'][number];

/** A registration as its sheet reads it. Default: new, and every question is answered. */
export const makeRegistration = (more: Partial<Opened> = {}): Opened => ({
  ...examples[0],
  ...registrationExamples,
  id: 1,
  firstName: 'Ann',
  lastName: 'Akello',
  createdAt: at,
  updatedAt: at,
  consentedAt: at,
  consentVersion: null,
  status: 'new',
  ...more,
});

const toRow = ({ id, reference, status, firstName, lastName, email, phone, ...more }: Opened): Listed => ({
  id,
  version: 1,
  reference,
  status,
  firstName,
  lastName,
  email,
  phone,
  program: more.program,
  startDate: more.startDate,
  createdAt: more.createdAt,
  isAgeUnknown: !more.dateOfBirth,
  isDuplicate: false,
});

/** Answers that the list of registrations needs. */
export const listRegistrationAnswers = (...registrations: Opened[]) => ({
  'registrations.list': {
    ...listAnswer(...registrations.map(toRow)),
    totals: {
      ...Object.fromEntries(registrationStatuses.map((status) => [status, 0])),
      new: registrations.length,
    },
    areTotalsLow: false,
  },
  'registrations.choices': { programs: [], intakes: [] },
  'documents.counts': [],
  'documents.list': noDocuments,
});

/** A registration as it is opened. Its acceptance tells by email and charges the program's price. */
export const makeOpened = (
  view: Opened,
  { tag = '"1"', history = [], ...more }: Partial<AdminAnswers['registrations']['get']> = {},
) => ({
  view,
  tag,
  history,
  duplicates: [],
  acceptance: { channels: ['email' as const], charges: 900_000 },
  ...more,
});

/** What somebody was asked and gave, of whom nothing is asked. */
export const noDocuments = {
  items: [],
  asked: 0,
  given: 0,
  missing: 0,
  toLookAt: 0,
  refused: 0,
  missingForAcceptance: [],
} satisfies Answer<'documents.list'>;

/** Answers that the sheet of a registration needs. */
export const makeSheetAnswers = (view: Opened) => ({
  ...listRegistrationAnswers(view),
  'registrations.templates': [{ title: 'Documents', text: 'Hello {name}, bring {reference}.' }],
  'registrations.sms': { refusal: null, ending: 'KVI', saysStop: false },
  'registrations.get': makeOpened(view),
  'messagesOut.about': [],
});

export const feeSums = { charged: 1_000_000, paid: 250_000, balance: 750_000, overdue: 100_000 };

const makeFeePerson = (registrationId: number, name: string) => ({
  registrationId,
  reference: `REG-2027-00000${registrationId}`,
  name,
  program: 'Tailoring',
});
const reachedContact = { startsOn: '2027-02-01', phone: '+256 772 123 456' };
const nextDue = { nextDueOn: '2027-03-01', nextDueAmount: 350_000 };

/** A row of the list of accounts. */
export const makeFeeAccount = (registrationId: number, name: string) => ({
  ...makeFeePerson(registrationId, name),
  ...reachedContact,
  status: 'accepted' as const,
  guardianPhone: '+256 772 123 457',
  ...feeSums,
  ...nextDue,
});

/** A result of the search for a person. */
export const makeFeePayer = (registrationId: number, name: string) => ({
  ...makeFeePerson(registrationId, name),
  ...reachedContact,
  balance: feeSums.balance,
});

/** An account without its lines. */
export const makeOpenedAccount = (registrationId: number, name: string) => ({
  ...makeFeePerson(registrationId, name),
  ...feeSums,
  ...nextDue,
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
} satisfies PartOf<AdminAnswers['fees']['account']['charges'][number]>;
