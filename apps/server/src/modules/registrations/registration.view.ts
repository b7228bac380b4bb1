import type { Registration } from '@institute/contract';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { storedView } from '../content/content.view.ts';
import type { MedicalAnswers } from './medical-columns.ts';
import type { RegistrationRow } from './registration.entity.ts';
import type { RegistrationChangeRow } from './registration-change.entity.ts';

type Shown = Pick<
  RegistrationRow,
  Exclude<
    keyof Registration,
    keyof MedicalAnswers | 'program' | 'programId' | 'intake' | 'intakeId' | 'medicalHidden'
  >
> & {
  program?: { id: number; name: string } | null;
  intake?: { id: number; startsOn: string } | null;
};

/** The current start of the intake. It may have moved since the applicant was put into it. */
const startDateOf = ({ intake, startDate }: Pick<Shown, 'intake' | 'startDate'>): string | null =>
  intake?.startsOn ?? startDate ?? null;

const applicantView = (
  row: Pick<Shown, 'reference' | 'status' | 'firstName' | 'lastName' | 'email' | 'phone'>,
) => ({
  reference: row.reference ?? '',
  status: row.status,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
});

type Emergency = Pick<Shown, 'emergencyName' | 'emergencyPhone' | 'emergencyRelation'>;
const emergencyView = (row: Emergency) => ({
  emergencyName: row.emergencyName ?? null,
  emergencyPhone: row.emergencyPhone ?? null,
  emergencyRelation: row.emergencyRelation ?? null,
});

const guardianView = (row: Pick<Shown, 'guardianName' | 'guardianPhone'>) => ({
  guardianName: row.guardianName ?? null,
  guardianPhone: row.guardianPhone ?? null,
});

export const registrationView = (row: Shown, medical: MedicalAnswers | undefined): Registration => ({
  ...storedView(row),
  ...applicantView(row),
  dateOfBirth: row.dateOfBirth ?? null,
  programId: row.program?.id ?? null,
  program: row.program ? { id: row.program.id, name: row.program.name } : null,
  intakeId: row.intake?.id ?? null,
  intake: row.intake ? { id: row.intake.id, startsOn: row.intake.startsOn } : null,
  startDate: startDateOf(row),
  ...emergencyView(row),
  ...guardianView(row),
  guardianConsent: row.guardianConsent,
  medicalConditions: medical?.medicalConditions ?? null,
  allergies: medical?.allergies ?? null,
  medications: medical?.medications ?? null,
  medicalHidden: !medical,
  consent: row.consent,
  consentVersion: row.consentVersion ?? null,
  consentedAt: row.consentedAt.toISOString(),
  note: row.note ?? null,
});

/** Must not contain medical information. */
export interface ListedRegistration
  extends Pick<
    Registration,
    | 'id'
    | 'reference'
    | 'status'
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'phone'
    | 'program'
    | 'startDate'
    | 'createdAt'
  > {
  version: number;
  /** Another registration has the same email, phone, or name and date of birth. */
  isDuplicate: boolean;
}

type Desk = Pick<Shown, 'intake' | (keyof Shown & keyof ListedRegistration)> & { version: number };

export const listedView = (row: Desk, isDuplicate: boolean): ListedRegistration => ({
  id: row.id,
  version: row.version,
  ...applicantView(row),
  program: row.program ? { id: row.program.id, name: row.program.name } : null,
  startDate: startDateOf(row),
  createdAt: row.createdAt.toISOString(),
  isDuplicate,
});

/** No medical information, because the printed list lies in the classroom. */
export type Student = Pick<
  Registration,
  'id' | 'reference' | 'firstName' | 'lastName' | 'phone' | 'guardianName' | 'guardianPhone'
>;

export const studentView = (row: Pick<RegistrationRow, keyof Student>): Student => ({
  id: row.id,
  reference: row.reference ?? '',
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  ...guardianView(row),
});

/** The emergency contact and the guardian are often two people. One must not learn about the other. */
export const namedInView = (
  row: RegistrationRow,
  { isEmergency, isGuardian }: { isEmergency: boolean; isGuardian: boolean },
) => ({
  id: row.id,
  reference: row.reference ?? '',
  ...(isEmergency && emergencyView(row)),
  ...(isGuardian && guardianView(row)),
});

export interface Step {
  id: number;
  at: string;
  by: string | null;
  from: RegistrationStatus;
  to: RegistrationStatus;
  note: string | null;
}

export const stepView = (row: RegistrationChangeRow): Step => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  by: row.userEmail ?? null,
  from: row.fromStatus,
  to: row.toStatus,
  note: row.note ?? null,
});
