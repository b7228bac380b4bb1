import type { Registration } from '@institute/contract';
import type { MedicalAnswers } from '../../database/medical-columns.ts';
import { storedView } from '../content/content.view.ts';
import type { RegistrationRow } from './registration.entity.ts';

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

/** The current start of the intake, which may have been moved since the applicant was put into it. */
export const startDateOf = ({ intake, startDate }: Pick<Shown, 'intake' | 'startDate'>): string | null =>
  intake?.startsOn ?? startDate ?? null;

/** What a caller may see; without `medical` the health answers are hidden. */
export const registrationView = (row: Shown, medical: MedicalAnswers | undefined): Registration => ({
  ...storedView(row),
  reference: row.reference ?? '',
  status: row.status,
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  phone: row.phone,
  dateOfBirth: row.dateOfBirth ?? null,
  programId: row.program?.id ?? null,
  program: row.program ? { id: row.program.id, name: row.program.name } : null,
  intakeId: row.intake?.id ?? null,
  intake: row.intake ? { id: row.intake.id, startsOn: row.intake.startsOn } : null,
  startDate: startDateOf(row),
  emergencyName: row.emergencyName ?? null,
  emergencyPhone: row.emergencyPhone ?? null,
  emergencyRelation: row.emergencyRelation ?? null,
  guardianName: row.guardianName ?? null,
  guardianPhone: row.guardianPhone ?? null,
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
