import * as z from 'zod';
import { limitRegistrationDays } from '../../fields/day-bounds.ts';
import { findOddDays } from '../../fields/day-faults.ts';
import {
  day,
  email,
  nullable,
  oneLineText,
  personName,
  personNameOrNone,
  phone,
  reference,
  refuseFaults,
  text,
} from '../../fields/fields.ts';
import {
  type DeclaredField,
  type EmptyAnswer,
  emptyAnswers,
  type FieldName,
  type RegistrationField,
  registrationFields,
} from '../../fields/registration-fields.constants.ts';
import { isMinor } from '../../words/age.ts';
import { toLocalDay } from '../../words/time.ts';
import type { ErrorDetail } from '../errors.ts';
import { consentMissing } from './registrations.constants.ts';

/** What is accepted. A field of a new kind needs a line here, and a control in the form. */
function toValueSchema(field: RegistrationField): z.ZodType {
  switch (field.kind) {
    case 'name':
      return field.mayBeEmpty ? personNameOrNone(field.max) : personName(field.max);
    case 'line':
      return oneLineText(field.max);
    case 'text':
      return text(field.max);
    case 'email':
      return email;
    case 'phone':
      return phone;
    case 'day':
    case 'birthday':
      return day;
    case 'program':
    case 'intake':
      return reference;
    case 'check':
      return z.boolean();
  }
}

function toInputSchema(field: RegistrationField): z.ZodType {
  const schema = toValueSchema(field);
  if (field.kind === 'check') return schema.nullish();
  return field.required ? schema : nullable(schema);
}

/** Answers that are no plain text. */
const answerSchemas = {
  check: z.boolean(),
  program: z.int(),
  intake: z.int(),
  day: z.iso.date(),
  birthday: z.iso.date(),
};

type Value<Kind> = Kind extends keyof typeof answerSchemas ? z.output<(typeof answerSchemas)[Kind]> : string;
type Shape<Field extends RegistrationField> = Field extends { required: true }
  ? z.ZodType<Value<Field['kind']>>
  : z.ZodOptional<z.ZodNullable<z.ZodType<Value<Field['kind']>>>>;
/** A program is null only after it was purged. */
type Answer<Field extends RegistrationField> =
  | Value<Field['kind']>
  | (Field extends { required: true; kind: Exclude<RegistrationField['kind'], 'program'> } | { kind: 'check' }
      ? never
      : EmptyAnswer<Field>);

function toAnswerSchema({ name, kind, required }: RegistrationField & { name: FieldName }): z.ZodType {
  const { [kind]: schema = z.string() }: Partial<Record<typeof kind, z.ZodType>> = answerSchemas;
  const isGiven = kind === 'check' || (required && kind !== 'program');
  return isGiven || emptyAnswers[name] !== null ? schema : schema.nullable();
}

const mapFieldsByName = <Made>(make: (field: RegistrationField & { name: FieldName }) => Made) =>
  Object.fromEntries(registrationFields.map((field) => [field.name, make(field)]));

export const registrationShape = mapFieldsByName(toInputSchema) as {
  [Field in DeclaredField as Field['name']]: Shape<Field>;
};

export const answerShape = mapFieldsByName(toAnswerSchema) as {
  [Field in DeclaredField as Field['name']]: z.ZodType<Answer<Field>>;
};

/** A value for every field. */
export const registrationExamples = mapFieldsByName(({ example }) => example) as {
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

type GuardianFields = Partial<Record<keyof typeof guardianNeeded | 'dateOfBirth', unknown>>;

function refuseChildAlone(input: GuardianFields | null | undefined, { addIssue }: z.RefinementCtx): void {
  // Runs on any input, even without a body
  if (typeof input?.dateOfBirth !== 'string' || !isMinor(input.dateOfBirth, toLocalDay(new Date()))) return;
  for (const [field, message] of Object.entries(guardianNeeded)) {
    if (!input[field as keyof GuardianFields]) addIssue({ code: 'custom', path: [field], message });
  }
}

const findOddAnswers = (input: object | null | undefined) =>
  findOddDays(limitRegistrationDays(toLocalDay(new Date()), 'visitor'), input ?? {});

function findOddEntries(input: object | null | undefined) {
  return findOddDays(limitRegistrationDays(toLocalDay(new Date()), 'office'), input ?? {});
}

export const registrationInput = z
  .object({ ...registrationShape, consent: z.literal(true, consentMissing.text) })
  // Runs after other faults too, so that one answer names all
  .superRefine(refuseChildAlone, { when: () => true })
  .superRefine(refuseFaults(findOddAnswers), { when: () => true })
  .meta({ id: 'RegistrationInput', examples: [{ ...applicantExample, consent: true }] });
export type RegistrationInput = z.output<typeof registrationInput>;

export const paperConsentMissingMessage = 'Have the applicant agree to the terms on paper first';

/** Somebody who is at the office. Answers are those of the form, and the office may enter a former start. */
export const registrationEntry = z
  .object({
    ...registrationShape,
    agreedOnPaper: z.literal(true, paperConsentMissingMessage),
    /** Also into an intake that has begun or is closed. */
    anyway: z.boolean().optional(),
    /** Sends the applicant the reference, by email or SMS. */
    tellsApplicant: z.boolean().optional(),
  })
  .superRefine(refuseChildAlone, { when: () => true })
  .superRefine(refuseFaults(findOddEntries), { when: () => true });
export type RegistrationEntry = z.output<typeof registrationEntry>;

/** The faults that the server would find, except for closed programs and intakes. */
export const listRegistrationFaults = (body: object): ErrorDetail[] =>
  registrationInput.safeParse(body).error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  })) ?? [];
