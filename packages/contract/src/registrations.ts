import * as z from 'zod';
import {
  bearer,
  data,
  day,
  email,
  idempotency,
  line,
  listQuery,
  longForm,
  nullable,
  optionalText,
  page,
  pathId,
  personName,
  phone,
  precondition,
  reference,
  stored,
} from './common.ts';
import { registrationLimits, registrationStatuses } from './registrations.constants.ts';
import { kampalaDay } from './time.ts';

const { name, emergencyName, emergencyRelation, medical, note } = registrationLimits;

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
  startDate: z.iso.date().nullable(),
  emergencyName: z.string().nullable(),
  emergencyPhone: z.string().nullable(),
  emergencyRelation: z.string().nullable(),
  medicalConditions: z.string().nullable(),
  allergies: z.string().nullable(),
  medications: z.string().nullable(),
  /** The medical fields are null because the caller may not read them. */
  medicalHidden: z.boolean(),
  consent: z.boolean(),
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
  startDate: nullable(day),
  emergencyName: nullable(personName(emergencyName)),
  emergencyPhone: nullable(phone),
  emergencyRelation: nullable(line(emergencyRelation)),
  medicalConditions: optionalText(medical),
  allergies: optionalText(medical),
  medications: optionalText(medical),
};

export const registrationInput = z.object({
  ...submitted,
  consent: z.literal(true, 'You must agree to the terms and consent to data usage'),
});
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

export const registrationRoutes = {
  list: {
    method: 'GET',
    path: '/registrations',
    query: listQuery(['id', 'createdAt', 'updatedAt', 'name'], []),
    responses: { 200: page(registration) },
    summary: 'List registrations',
    metadata: bearer,
  },
  get: {
    method: 'GET',
    path: '/registrations/:id',
    pathParams: pathId,
    responses: { 200: data(registration) },
    summary: 'Get one registration',
    metadata: bearer,
  },
  create: {
    method: 'POST',
    path: '/registrations',
    headers: idempotency,
    body: registrationInput,
    responses: { 201: data(registrationReceipt) },
    summary: 'Register for a program',
    metadata: longForm,
  },
  update: {
    method: 'PUT',
    path: '/registrations/:id',
    pathParams: pathId,
    headers: precondition,
    body: registrationUpdate,
    responses: { 200: data(registration) },
    summary: 'Change the given fields, the status or the note of a registration',
    metadata: bearer,
  },
  remove: {
    method: 'DELETE',
    path: '/registrations/:id',
    pathParams: pathId,
    headers: precondition,
    body: z.unknown(),
    responses: { 200: data(z.object({ id: z.int() })) },
    summary: 'Delete a registration',
    metadata: bearer,
  },
} as const;
