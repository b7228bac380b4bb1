import * as z from 'zod';
import { isMinor } from './age.ts';
import { bearer, data, idempotency, longForm, precondition, type RouteRules } from './calls.ts';
import {
  day,
  email,
  line,
  nullable,
  optionalText,
  pathId,
  personName,
  phone,
  reference,
  stored,
} from './fields.ts';
import { cursorMeta, listQuery, refuseWithCursor, syncParameters } from './lists.ts';
import {
  consentMissing,
  daysRefusal,
  deskSorts,
  exportColumnNames,
  registrationLimits,
  registrationStatuses,
  tooManyChosen,
} from './registrations.constants.ts';
import { kampalaDay } from './time.ts';

const { name, emergencyName, emergencyRelation, guardianName, medical, note } = registrationLimits;

/** A registration as the office sees it. `program` is null only after it was purged. */
export const registration = stored({
  reference: z.string(),
  status: z.enum(registrationStatuses),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  dateOfBirth: z.iso.date().nullable(),
  programId: z.int().nullable(),
  program: z.object({ id: z.int(), name: z.string() }).nullable(),
  intakeId: z.int().nullable(),
  intake: z.object({ id: z.int(), startsOn: z.iso.date() }).nullable(),
  /** For a registration with an intake, the start of the intake. */
  startDate: z.iso.date().nullable(),
  emergencyName: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  emergencyRelation: z.string().nullable(),
  guardianName: z.string().nullable(),
  guardianPhone: z.string().nullable(),
  guardianConsent: z.boolean(),
  medicalConditions: z.string().nullable(),
  allergies: z.string().nullable(),
  medications: z.string().nullable(),
  /** The medical fields are null because the caller may not read them. */
  medicalHidden: z.boolean(),
  consent: z.boolean(),
  /** The version of the terms and the privacy page that were agreed to; null for older registrations. */
  consentVersion: z.string().nullable(),
  consentedAt: z.iso.datetime(),
  note: z.string().nullable(),
}).meta({ id: 'Registration' });
export type Registration = z.infer<typeof registration>;

const submitted = {
  firstName: personName(name),
  lastName: personName(name),
  email,
  phone,
  dateOfBirth: nullable(day.refine((value) => value <= kampalaDay(new Date()), 'This date is in the future')),
  programId: reference,
  /** An intake of the program that takes registrations. */
  intakeId: nullable(reference),
  startDate: nullable(day),
  emergencyName: nullable(personName(emergencyName)),
  emergencyPhone: nullable(phone),
  emergencyRelation: nullable(line(emergencyRelation)),
  guardianName: nullable(personName(guardianName)),
  guardianPhone: nullable(phone),
  medicalConditions: optionalText(medical),
  allergies: optionalText(medical),
  medications: optionalText(medical),
};

export const guardianNeeded = {
  guardianName: 'An applicant younger than 18 needs the name of a parent or guardian',
  guardianPhone: 'An applicant younger than 18 needs the phone number of a parent or guardian',
  guardianConsent: 'A parent or guardian must agree to the registration of somebody younger than 18',
} as const;

type Guarded = Partial<Record<keyof typeof guardianNeeded | 'dateOfBirth', unknown>>;

function refuseChildAlone(input: Guarded | null | undefined, { addIssue }: z.RefinementCtx): void {
  // runs on anything that was sent, also on no body at all
  if (typeof input?.dateOfBirth !== 'string' || !isMinor(input.dateOfBirth, kampalaDay(new Date()))) return;
  for (const [field, message] of Object.entries(guardianNeeded)) {
    if (!input[field as keyof Guarded]) addIssue({ code: 'custom', path: [field], message });
  }
}

export const registrationInput = z
  .object({
    ...submitted,
    guardianConsent: z.boolean().nullish(),
    consent: z.literal(true, consentMissing.text),
  })
  // also when another field is wrong, so that one answer names all faults
  .superRefine(refuseChildAlone, { when: () => true });
export type RegistrationInput = z.output<typeof registrationInput>;

/** Fields that the office may change: never the reference, the consent or the id. */
export const registrationUpdate = z
  .object({ ...submitted, status: z.enum(registrationStatuses), note: optionalText(note) })
  .partial();
export type RegistrationUpdate = z.output<typeof registrationUpdate>;

/** The answer to a new registration. */
export const registrationReceipt = z
  .object({ id: z.int(), reference: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'RegistrationReceipt' });
export type RegistrationReceipt = z.infer<typeof registrationReceipt>;

const { limit, offset, q, sort } = listQuery(['id', 'createdAt', 'updatedAt', 'name'], []).shape;

/** Narrows a list of registrations. `from` and `to` are the first and the last day of submission, in Kampala. */
const filterFields = {
  q,
  status: z.enum(registrationStatuses).optional(),
  programId: pathId.shape.id.optional(),
  intakeId: pathId.shape.id.optional(),
  from: day.optional(),
  to: day.optional(),
};

function refuseBackwardDays(
  days: { from?: string | undefined; to?: string | undefined },
  { addIssue }: z.RefinementCtx,
): void {
  const message = daysRefusal(days);
  if (message) addIssue({ code: 'custom', path: ['from'], message });
}

/** The filters of the desk. */
export const registrationFilter = z.object(filterFields).superRefine(refuseBackwardDays);
export type RegistrationFilter = z.output<typeof registrationFilter>;

/** One page of the desk. */
export const deskQuery = z
  .object({ ...filterFields, limit, offset, sort: z.enum(deskSorts).optional() })
  .superRefine(refuseBackwardDays);
export type DeskQuery = z.output<typeof deskQuery>;

const { chosen: mostChosen } = registrationLimits;
const version = z.int().min(1);

/** Rows of one bulk action, each in the version that the office has seen. */
const chosen = <R extends z.ZodObject<{ id: z.ZodType<number> }>>(row: R) =>
  z
    .array(row)
    .min(1, 'Choose at least one')
    .max(mostChosen, tooManyChosen)
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'Choose each one once');

const chosenRow = z.object({ id: reference, version });
export const chosenRegistrations = z.object({ rows: chosen(chosenRow) });
export type ChosenRegistration = z.output<typeof chosenRow>;

const statusRow = chosenRow.extend({ status: z.enum(registrationStatuses) });
/** Rows with the status that each of them gets, also when a bulk action is undone. */
export const chosenStatuses = z.object({ rows: chosen(statusRow) });
export type ChosenStatus = z.output<typeof statusRow>;

/** What a CSV file contains: the rows that pass the filter, with `ids` only those among them; without `columns` all columns. */
export const registrationExportInput = registrationFilter.safeExtend({
  ids: z.array(reference).min(1).max(mostChosen, tooManyChosen).optional(),
  columns: z.array(z.enum(exportColumnNames)).min(1, 'Choose at least one').optional(),
  withMedical: z.boolean().default(false),
});

const registrationQuery = z
  .object({
    ...filterFields,
    limit,
    offset: offset.unwrap().optional(),
    sort,
    ...syncParameters,
  })
  .superRefine(refuseBackwardDays)
  .superRefine(refuseWithCursor);

export const registrationRoutes = {
  list: {
    method: 'GET',
    path: '/registrations',
    query: registrationQuery,
    responses: {
      200: z.object({ data: z.array(registration), meta: cursorMeta }),
    },
    summary: 'List registrations',
    metadata: bearer('registrations:read'),
  },
  get: {
    method: 'GET',
    path: '/registrations/:id',
    pathParams: pathId,
    responses: { 200: data(registration) },
    summary: 'Get one registration',
    metadata: bearer('registrations:read'),
  },
  create: {
    method: 'POST',
    path: '/registrations',
    headers: idempotency,
    body: registrationInput,
    responses: { 201: data(registrationReceipt) },
    summary: 'Register for a program',
    metadata: { ...longForm, limit: 'registration' } satisfies RouteRules,
  },
  update: {
    method: 'PUT',
    path: '/registrations/:id',
    pathParams: pathId,
    headers: precondition,
    body: registrationUpdate,
    responses: { 200: data(registration) },
    summary: 'Change the given fields, the status or the note of a registration',
    metadata: bearer('registrations:write'),
  },
  remove: {
    method: 'DELETE',
    path: '/registrations/:id',
    pathParams: pathId,
    headers: precondition,
    body: z.unknown(),
    responses: { 200: data(z.object({ id: z.int() })) },
    summary: 'Delete a registration',
    metadata: bearer('registrations:write'),
  },
} as const;
