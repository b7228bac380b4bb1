import type { Registration } from '@institute/contract';
import { storedView } from '../content/content.view.ts';
import type { RegistrationRow } from './registration.entity.ts';

type Shown = Pick<RegistrationRow, Exclude<keyof Registration, 'program' | 'programId' | 'medicalHidden'>> & {
  program?: { id: number; name: string } | null;
};

/** What a caller may see: medical information only with the right to read it. */
export const registrationView = (row: Shown, mayReadMedical: boolean): Registration => ({
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
  startDate: row.startDate ?? null,
  emergencyName: row.emergencyName ?? null,
  emergencyPhone: row.emergencyPhone ?? null,
  emergencyRelation: row.emergencyRelation ?? null,
  guardianName: row.guardianName ?? null,
  guardianPhone: row.guardianPhone ?? null,
  guardianConsent: row.guardianConsent,
  medicalConditions: (mayReadMedical && row.medicalConditions) || null,
  allergies: (mayReadMedical && row.allergies) || null,
  medications: (mayReadMedical && row.medications) || null,
  medicalHidden: !mayReadMedical,
  consent: row.consent,
  consentVersion: row.consentVersion ?? null,
  consentedAt: row.consentedAt.toISOString(),
  note: row.note ?? null,
});
