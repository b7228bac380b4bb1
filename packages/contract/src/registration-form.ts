import * as z from 'zod';
import { isMinor } from './age.ts';
import { day, email, line, nullable, optionalText, personName, phone, reference } from './fields.ts';
import { consentMissing, registrationLimits } from './registrations.constants.ts';
import { kampalaDay } from './time.ts';

const { name, emergencyName, emergencyRelation, guardianName, medical } = registrationLimits;

export const applicantExample = {
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.org',
  phone: '+256 700 000 000',
  dateOfBirth: '2001-02-03',
  programId: 1,
  intakeId: 1,
  emergencyName: 'Bo Example',
  emergencyPhone: '0700 000 001',
  emergencyRelation: 'Uncle',
};

export const registrationFields = {
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
  // runs on any input, even without a body
  if (typeof input?.dateOfBirth !== 'string' || !isMinor(input.dateOfBirth, kampalaDay(new Date()))) return;
  for (const [field, message] of Object.entries(guardianNeeded)) {
    if (!input[field as keyof Guarded]) addIssue({ code: 'custom', path: [field], message });
  }
}

export const registrationInput = z
  .object({
    ...registrationFields,
    guardianConsent: z.boolean().nullish(),
    consent: z.literal(true, consentMissing.text),
  })
  // runs after other faults too, so that one answer names all
  .superRefine(refuseChildAlone, { when: () => true })
  .meta({ id: 'RegistrationInput', examples: [{ ...applicantExample, consent: true }] });
export type RegistrationInput = z.output<typeof registrationInput>;
