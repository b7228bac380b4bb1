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
import { consentMissingFault } from './registrations.constants.ts';

/** Makes the schema of an accepted value. A new kind of field needs a line here and a control in the form. */
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
  const fieldSchema = toValueSchema(field);
  if (field.kind === 'check') return fieldSchema.nullish();
  return field.required ? fieldSchema : nullable(fieldSchema);
}

/** Schemas of answers that are not plain text. */
const answerSchemaByKind = {
  check: z.boolean(),
  program: z.int(),
  intake: z.int(),
  day: z.iso.date(),
  birthday: z.iso.date(),
};

type AnswerValue<Kind> = Kind extends keyof typeof answerSchemaByKind
  ? z.output<(typeof answerSchemaByKind)[Kind]>
  : string;
type AnswerShape<Field extends RegistrationField> = Field extends { required: true }
  ? z.ZodType<AnswerValue<Field['kind']>>
  : z.ZodOptional<z.ZodNullable<z.ZodType<AnswerValue<Field['kind']>>>>;
/** The program is null only after it was purged. */
type FieldAnswer<Field extends RegistrationField> =
  | AnswerValue<Field['kind']>
  | (Field extends { required: true; kind: Exclude<RegistrationField['kind'], 'program'> } | { kind: 'check' }
      ? never
      : EmptyAnswer<Field>);

function toAnswerSchema({ name, kind, required }: RegistrationField & { name: FieldName }): z.ZodType {
  const { [kind]: schema = z.string() }: Partial<Record<typeof kind, z.ZodType>> = answerSchemaByKind;
  const isAnswerAlwaysGiven = kind === 'check' || (required && kind !== 'program');
  return isAnswerAlwaysGiven || emptyAnswers[name] !== null ? schema : schema.nullable();
}

const mapFieldsByName = <Made>(make: (field: RegistrationField & { name: FieldName }) => Made) =>
  Object.fromEntries(registrationFields.map((field) => [field.name, make(field)]));

export const registrationShape = mapFieldsByName(toInputSchema) as {
  [Field in DeclaredField as Field['name']]: AnswerShape<Field>;
};

export const answerShape = mapFieldsByName(toAnswerSchema) as {
  [Field in DeclaredField as Field['name']]: z.ZodType<FieldAnswer<Field>>;
};

/** An example for every field. */
export const registrationExamples = mapFieldsByName(({ example }) => example) as {
  [Field in DeclaredField as Field['name']]: Field['example'];
};

/** An example: an adult without health answers, who has chosen an intake. */
export const applicantExample = Object.fromEntries(
  registrationFields
    .filter(({ name, contact, health }) => name !== 'startDate' && contact !== 'guardian' && !health)
    .map(({ name, example }) => [name, example]),
);

export const guardianNeededMessages = {
  guardianName: 'An applicant younger than 18 needs the name of a parent or guardian',
  guardianPhone: 'An applicant younger than 18 needs the phone number of a parent or guardian',
  guardianConsent: 'A parent or guardian must agree to the registration of somebody younger than 18',
} as const satisfies Partial<Record<FieldName, string>>;

type GuardianFields = Partial<Record<keyof typeof guardianNeededMessages | 'dateOfBirth', unknown>>;

function refuseChildWithoutGuardian(
  input: GuardianFields | null | undefined,
  { addIssue }: z.RefinementCtx,
): void {
  // This check runs on any input, even when there is no body
  if (typeof input?.dateOfBirth !== 'string' || !isMinor(input.dateOfBirth, toLocalDay(new Date()))) return;
  for (const [field, message] of Object.entries(guardianNeededMessages)) {
    if (!input[field as keyof GuardianFields]) addIssue({ code: 'custom', path: [field], message });
  }
}

const findOddVisitorDays = (input: object | null | undefined) =>
  findOddDays(limitRegistrationDays(toLocalDay(new Date()), 'visitor'), input ?? {});

function findOddOfficeDays(input: object | null | undefined) {
  return findOddDays(limitRegistrationDays(toLocalDay(new Date()), 'office'), input ?? {});
}

export const registrationInput = z
  .object({ ...registrationShape, consent: z.literal(true, consentMissingFault.text) })
  // These checks run even after other faults, so that one answer names all of them
  .superRefine(refuseChildWithoutGuardian, { when: () => true })
  .superRefine(refuseFaults(findOddVisitorDays), { when: () => true })
  .meta({ id: 'RegistrationInput', examples: [{ ...applicantExample, consent: true }] });
export type RegistrationInput = z.output<typeof registrationInput>;

export const paperConsentMissingMessage = 'Have the applicant agree to the terms on paper first';

/** Registration of somebody who is at the office. It has the answers of the form, and may have a start in the past. */
export const officeRegistrationInput = z
  .object({
    ...registrationShape,
    agreedOnPaper: z.literal(true, paperConsentMissingMessage),
    /** True to accept an intake that has begun or is closed. */
    anyway: z.boolean().optional(),
    /** True to send the reference to the applicant by email or SMS. */
    tellsApplicant: z.boolean().optional(),
  })
  .superRefine(refuseChildWithoutGuardian, { when: () => true })
  .superRefine(refuseFaults(findOddOfficeDays), { when: () => true });
export type OfficeRegistrationInput = z.output<typeof officeRegistrationInput>;

/** Lists the faults that the server would find, except those of closed programs and intakes. */
export const listRegistrationFaults = (body: object): ErrorDetail[] =>
  registrationInput.safeParse(body).error?.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  })) ?? [];
