import * as z from 'zod';
import { registrationDays } from '../fields/day-bounds.ts';
import { findOddDays } from '../fields/day-faults.ts';
import {
  day,
  email,
  line,
  nullable,
  personName,
  personNameOrNone,
  phone,
  reference,
  text,
} from '../fields/fields.ts';
import {
  type DeclaredField,
  type FieldName,
  type RegistrationField,
  registrationFields,
} from '../fields/registration-fields.constants.ts';
import { isMinor } from '../words/age.ts';
import { kampalaDay } from '../words/time.ts';
import type { ErrorDetail } from './errors.ts';
import { consentMissing } from './registrations.constants.ts';

const limited = { name: personName, line, text };
const fixed = {
  email,
  phone,
  day,
  birthday: day,
  program: reference,
  intake: reference,
};

type Value<Kind> = Kind extends 'program' | 'intake' ? number : string;
type Shape<Field extends RegistrationField> = Field extends { kind: 'check' }
  ? z.ZodOptional<z.ZodNullable<z.ZodBoolean>>
  : Field extends { required: true }
    ? z.ZodType<Value<Field['kind']>>
    : z.ZodOptional<z.ZodNullable<z.ZodType<Value<Field['kind']>>>>;

const limitedBy = ({ kind, max, mayBeEmpty }: Extract<RegistrationField, { max: number }>) =>
  mayBeEmpty ? personNameOrNone(max) : limited[kind](max);

function toInputSchema(field: RegistrationField): z.ZodType {
  if (field.kind === 'check') return z.boolean().nullish();
  const schema: z.ZodType = 'max' in field ? limitedBy(field) : fixed[field.kind];
  return field.required ? schema : nullable(schema);
}

/** Without an address, the email is empty. */
function toAnswerSchema({ kind, required }: RegistrationField): z.ZodType {
  if (kind === 'check') return z.boolean();
  // Null only after the program was purged
  if (kind === 'program' || kind === 'intake') return z.int().nullable();
  const schema = kind === 'day' || kind === 'birthday' ? z.iso.date() : z.string();
  return required || kind === 'email' ? schema : schema.nullable();
}

type Answer<Field extends RegistrationField> = Field extends { kind: 'check' }
  ? boolean
  : Field extends { kind: 'program' | 'intake' }
    ? number | null
    : Field extends { required: true } | { kind: 'email' }
      ? string
      : string | null;

const byName = <Made>(make: (field: RegistrationField) => Made) =>
  Object.fromEntries(registrationFields.map((field) => [field.name, make(field)]));

export const registrationShape = byName(toInputSchema) as {
  [Field in DeclaredField as Field['name']]: Shape<Field>;
};

export const answerShape = byName(toAnswerSchema) as {
  [Field in DeclaredField as Field['name']]: z.ZodType<Answer<Field>>;
};

/** A value for every field. */
export const registrationExamples = byName(({ example }) => example) as {
  [Field in DeclaredField as Field['name']]: Field['example'];
};

/** An adult without health answers, who has chosen an intake. */
export const applicantExample = Object.fromEntries(
  registrationFields
    .filter(({ name, contact, health }) => name !== 'startDate' && contact !== 'guardian' && !health)
    .map(({ name, example }) => [name, example]),
);

export const guardianNeeded = {
  guardianName: 'An applicant younger than 18 needs the name of a parent or guardian',
  guardianPhone: 'An applicant younger than 18 needs the phone number of a parent or guardian',
  guardianConsent: 'A parent or guardian must agree to the registration of somebody younger than 18',
} as const satisfies Partial<Record<FieldName, string>>;

type Guarded = Partial<Record<keyof typeof guardianNeeded | 'dateOfBirth', unknown>>;

function refuseChildAlone(input: Guarded | null | undefined, { addIssue }: z.RefinementCtx): void {
  // Runs on any input, even without a body
  if (typeof input?.dateOfBirth !== 'string' || !isMinor(input.dateOfBirth, kampalaDay(new Date()))) return;
  for (const [field, message] of Object.entries(guardianNeeded)) {
    if (!input[field as keyof Guarded]) addIssue({ code: 'custom', path: [field], message });
  }
}

function refuseOddDays(input: object | null | undefined, { addIssue }: z.RefinementCtx): void {
  for (const { path, message } of findOddDays(
    registrationDays(kampalaDay(new Date()), 'visitor'),
    input ?? {},
  )) {
    addIssue({ code: 'custom', path: [path], message });
  }
}

export const registrationInput = z
  .object({ ...registrationShape, consent: z.literal(true, consentMissing.text) })
  // Runs after other faults too, so that one answer names all
  .superRefine(refuseChildAlone, { when: () => true })
  .superRefine(refuseOddDays, { when: () => true })
  .meta({ id: 'RegistrationInput', examples: [{ ...applicantExample, consent: true }] });
export type RegistrationInput = z.output<typeof registrationInput>;

/** The faults that the server would find, except for closed programs and intakes. */
export const registrationFaults = (body: object): ErrorDetail[] =>
  registrationInput.safeParse(body).error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  })) ?? [];
