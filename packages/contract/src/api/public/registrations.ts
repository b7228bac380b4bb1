import * as z from 'zod';
import { day, optionalText, pathId, reference, text, withId } from '../../fields/fields.ts';
import {
  type CorrectableField,
  correctableFields,
  emptyAnswers,
  exportColumnNames,
} from '../../fields/registration-fields.constants.ts';
import { place } from '../../words/place.ts';
import {
  idempotencyHeaders,
  ifMatchHeaders,
  longForm,
  type RouteRules,
  requireScope,
  wrapData,
} from '../calls.ts';
import { longListNote, pageParameters, searchText, sortBy, syncQuery, wrapCursorPage } from '../lists.ts';
import { documentFilters } from './applicant-documents.constants.ts';
import { answerShape, applicantExample, registrationInput, registrationShape } from './registration-form.ts';
import {
  feeDifferenceChoices,
  findDayRangeFault,
  registrationColumns,
  registrationLimits,
  registrationStatuses,
  tooManyChosenMessage,
} from './registrations.constants.ts';

/** A registration as the office sees it. `program` is null only after the program was purged. */
export const registration = withId({
  reference: z.string(),
  status: z.enum(registrationStatuses),
  ...answerShape,
  program: z.object({ id: z.int(), name: z.string() }).nullable(),
  intake: z.object({ id: z.int(), startsOn: z.iso.date() }).nullable(),
  /** True when the medical fields are null because the caller may not read them. */
  medicalHidden: z.boolean(),
  /** True when the office entered or imported it. The consent was then given on paper, or is not on record. */
  storedByOffice: z.boolean(),
  consent: z.boolean(),
  /** Version of the terms and the privacy page to which the applicant agreed. Null for older registrations. */
  consentVersion: z.string().nullable(),
  consentedAt: z.iso.datetime(),
  note: z.string().nullable(),
}).meta({
  id: 'Registration',
  examples: [
    {
      ...emptyAnswers,
      ...applicantExample,
      reference: 'REG-2026-0001',
      program: { id: 1, name: 'Diploma in Fashion and Garment Design' },
      intake: { id: 1, startsOn: '2027-02-01' },
      startDate: '2027-02-01',
      guardianConsent: false,
      medicalHidden: true,
      storedByOffice: false,
      consent: true,
      consentVersion: '0123456789ab',
      note: null,
    },
  ],
});
export type Registration = z.infer<typeof registration>;

/**
 * Changes of a registration. Reference and consent are absent, because they never change. The server refuses
 * impossible days, unless they are stored already.
 */
export const registrationUpdate = z
  .object({
    ...registrationShape,
    status: z.enum(registrationStatuses),
    note: optionalText(registrationLimits.note),
  })
  .omit({ guardianConsent: true })
  .extend({
    anyway: z.boolean().meta({
      description:
        'Also into an intake that has begun, is closed or is full, and completed before it has begun',
    }),
    difference: z.enum(feeDifferenceChoices).meta({
      description:
        'When more is due already than the new course costs: whether it stays on the account. Only owners take it back.',
    }),
  })
  .partial()
  .meta({ id: 'RegistrationChanges', examples: [{ status: 'accepted', note: 'Fees are paid' }] });
export type RegistrationUpdate = z.output<typeof registrationUpdate>;

const correctableShape = Object.fromEntries(
  correctableFields.map((name) => [name, registrationShape[name]]),
) as Pick<typeof registrationShape, CorrectableField>;

/**
 * Corrects fields of a registration. Absent fields stay as they are. The history keeps the former values with the
 * reason.
 */
export const registrationCorrection = pathId.extend({
  ifMatch: z.string().optional(),
  fields: z.object(correctableShape).partial(),
  reason: optionalText(registrationLimits.reason),
});
export type RegistrationCorrection = z.output<typeof registrationCorrection>;

export const registrationReceipt = z
  .object({ id: z.int(), reference: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'RegistrationReceipt', examples: [{ reference: 'REG-2026-0001' }] });
export type RegistrationReceipt = z.infer<typeof registrationReceipt>;

const filterFields = {
  status: z.enum(registrationStatuses).optional().meta({ description: 'Only those in this state' }),
  programId: pathId.shape.id.optional().meta({ description: 'Only those of the program with this number' }),
  intakeId: pathId.shape.id.optional().meta({ description: 'Only those of the intake with this number' }),
  from: day
    .optional()
    .meta({ description: `First day of submission, in ${place.city}`, examples: ['2026-01-01'] }),
  to: day
    .optional()
    .meta({ description: `Last day of submission, in ${place.city}`, examples: ['2026-01-31'] }),
};

export function refuseBackwardDays(
  days: { from?: string | undefined; to?: string | undefined },
  { addIssue }: z.RefinementCtx,
): void {
  const dayRangeFault = findDayRangeFault(days);
  if (dayRangeFault) addIssue({ code: 'custom', path: ['from'], message: dayRangeFault });
}

/** `documents` needs the right to documents. */
export const registrationFilter = z
  .object({ q: searchText.optional(), ...filterFields, documents: z.enum(documentFilters).optional() })
  .superRefine(refuseBackwardDays);
export type RegistrationFilter = z.output<typeof registrationFilter>;

export const registrationListQuery = registrationFilter.safeExtend({
  ...pageParameters,
  sort: sortBy(registrationColumns).optional(),
});
export type RegistrationListQuery = z.output<typeof registrationListQuery>;

const { chosen: mostChosen } = registrationLimits;
const seenVersion = z.int().min(1);

/** A list of rows. Each names the version of the registration that the office has seen. */
const makeRowsWithoutRepeats = <R extends z.ZodObject<{ id: z.ZodType<number> }>>(row: R) =>
  z
    .array(row)
    .min(1, 'Choose at least one')
    .max(mostChosen, tooManyChosenMessage)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'Choose each one once');

const chosenRow = z.object({ id: reference, version: seenVersion });
export const chosenRegistrations = z.object({ rows: makeRowsWithoutRepeats(chosenRow) });
export type ChosenRegistration = z.output<typeof chosenRow>;

const statusRow = chosenRow.extend({ status: z.enum(registrationStatuses) });
export const reversesCharges = z.boolean().optional().meta({
  description:
    'With the right to fees, when somebody accepted is rejected or withdrawn: whether charges that are not due yet are taken back. Otherwise they stay until somebody with this right decides in the office.',
});
/**
 * `agesConfirmed` says that applicants without a date of birth are of age, or have a guardian's consent. `anyway`
 * says that a course is completed before the intake has begun.
 */
export const chosenStatuses = z.object({
  rows: makeRowsWithoutRepeats(statusRow),
  reversesCharges,
  agesConfirmed: z.boolean().optional(),
  anyway: z.boolean().optional(),
});
export type ChosenStatus = z.output<typeof statusRow>;

/** A text of the office for an applicant. A text that needs more than two SMS is refused. */
export const registrationSms = pathId.extend({ text: text(1000) });
export type RegistrationSms = z.output<typeof registrationSms>;

/** `ids` selects among the rows that pass the filter. Without `columns`, the file has all columns. */
export const registrationExportInput = registrationFilter.safeExtend({
  ids: z.array(reference).min(1).max(mostChosen, tooManyChosenMessage).optional(),
  columns: z.array(z.enum(exportColumnNames)).min(1, 'Choose at least one').optional(),
  withMedical: z.boolean().default(false),
});

const registrationQuery = syncQuery(['id', 'createdAt', 'updatedAt', 'name'], filterFields).superRefine(
  refuseBackwardDays,
);

export const registrationRoutes = {
  list: {
    method: 'GET',
    path: '/registrations',
    query: registrationQuery,
    responses: { 200: wrapCursorPage(registration) },
    summary: 'List registrations',
    description: `Newest first. For a copy that stays up to date, use \`cursor\` and \`updatedSince\`. ${longListNote}`,
    metadata: requireScope('registrations:read'),
  },
  get: {
    method: 'GET',
    path: '/registrations/:id',
    pathParams: pathId,
    responses: { 200: wrapData(registration) },
    summary: 'Get one registration',
    description: 'Health information is null, and `medicalHidden` true, unless the caller may read it.',
    metadata: requireScope('registrations:read'),
  },
  create: {
    method: 'POST',
    path: '/registrations',
    headers: idempotencyHeaders,
    body: registrationInput,
    responses: { 201: wrapData(registrationReceipt) },
    summary: 'Register for a program',
    description:
      'Somebody younger than 18 needs a guardian who agrees. Somebody with one name has the `lastName` `""`. A phone number is enough: without `email` (absent, `null` or `""`) the applicant gets the reference by SMS, if the site sends any, otherwise by email.',
    metadata: { ...longForm, limit: 'registration' } satisfies RouteRules,
  },
  update: {
    method: 'PUT',
    path: '/registrations/:id',
    pathParams: pathId,
    headers: ifMatchHeaders,
    body: registrationUpdate.extend({ reversesCharges }).meta(registrationUpdate.meta() ?? {}),
    responses: { 200: wrapData(registration) },
    summary: 'Change the given fields, the status or the note of a registration',
    description:
      'Fields that are not sent stay as they are. Accepting takes a seat of the intake, if there is one. Rejecting or withdrawing leaves charges that are not due yet to the office, unless `reversesCharges` is sent with the right to fees, which no API key has. Health information is changed by accounts, not by API keys. `difference: reverse` takes back what is due, so it needs an owner who has just typed the password.',
    metadata: { ...requireScope('registrations:write'), mayCollide: true } satisfies RouteRules,
  },
  remove: {
    method: 'DELETE',
    path: '/registrations/:id',
    pathParams: pathId,
    headers: ifMatchHeaders,
    body: z.unknown(),
    responses: { 200: wrapData(z.object({ id: z.int() })) },
    summary: 'Delete a registration',
    description: 'It goes to the trash, from which the office can restore it.',
    metadata: requireScope('registrations:write'),
  },
} as const;
