import type { Registration } from '@institute/contract';
import {
  contactFields,
  emptyAnswers,
  type PlainFieldName,
  plainFields,
} from '@institute/contract/registration-fields.constants';
import { toStoredView } from '../../platform/content/content.view.ts';
import type { RegistrationChangeRow, RegistrationRow } from './registration.entity.ts';
import { emptyMedicalAnswers, type MedicalAnswers } from './registration-medical.service.ts';

type RegistrationRowToView = Pick<
  RegistrationRow,
  Exclude<
    keyof Registration,
    keyof MedicalAnswers | 'program' | 'programId' | 'intake' | 'intakeId' | 'medicalHidden'
  >
> & {
  startDay?: RegistrationRow['startDay'];
  program?: { id: number; name: string } | null;
  intake?: { id: number; startsOn: string } | null;
};

type FilledFields<Name extends PlainFieldName> = {
  [Field in Name]:
    | NonNullable<RegistrationRowToView[Field]>
    | (null extends RegistrationRowToView[Field] ? (typeof emptyAnswers)[Field] : never);
};

const pickFilledFields = <Name extends PlainFieldName>(
  row: Pick<RegistrationRowToView, Name>,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, row[name] ?? emptyAnswers[name]])) as FilledFields<Name>;

export const toRegistrationView = (
  row: RegistrationRowToView,
  medical: MedicalAnswers | undefined,
): Registration => ({
  ...toStoredView(row),
  reference: row.reference ?? '',
  status: row.status,
  ...pickFilledFields(row, plainFields),
  programId: row.program?.id ?? null,
  program: row.program ? { id: row.program.id, name: row.program.name } : null,
  intakeId: row.intake?.id ?? null,
  intake: row.intake ? { id: row.intake.id, startsOn: row.intake.startsOn } : null,
  startDate: row.startDay ?? null,
  guardianConsent: row.guardianConsent,
  ...(medical ?? emptyMedicalAnswers),
  medicalHidden: !medical,
  storedByOffice: row.storedByOffice,
  consent: row.consent,
  consentVersion: row.consentVersion ?? null,
  consentedAt: row.consentedAt.toISOString(),
  note: row.note ?? null,
});

const listedFields = ['firstName', 'lastName', 'email', 'phone'] as const;

type ListedRegistration = Pick<
  RegistrationRowToView,
  | (typeof listedFields)[number]
  | 'id'
  | 'reference'
  | 'status'
  | 'program'
  | 'dateOfBirth'
  | 'startDay'
  | 'createdAt'
>;

/** Must not contain medical information. A duplicate shares the email, or the name with the phone or birth date. */
export const toListedRegistrationView = (
  row: ListedRegistration & { version: number },
  isDuplicate: boolean,
) => ({
  id: row.id,
  version: row.version,
  reference: row.reference ?? '',
  status: row.status,
  ...pickFilledFields(row, listedFields),
  program: row.program ? { id: row.program.id, name: row.program.name } : null,
  startDate: row.startDay ?? null,
  createdAt: row.createdAt.toISOString(),
  isAgeUnknown: !row.dateOfBirth,
  isDuplicate,
});

const studentFields = ['firstName', 'lastName', 'phone', 'guardianName', 'guardianPhone'] as const;

/** Leaves out medical information, because the printed list lies in the classroom. */
export const toClassListView = (
  row: Pick<RegistrationRow, (typeof studentFields)[number] | 'id' | 'reference'>,
) => ({ id: row.id, reference: row.reference ?? '', ...pickFilledFields(row, studentFields) });

/** Shows only the matching contact, because the guardian and the emergency contact are often two people. */
export const toContactView = (
  row: RegistrationRow,
  { isEmergency, isGuardian }: { isEmergency: boolean; isGuardian: boolean },
) => ({
  id: row.id,
  reference: row.reference ?? '',
  ...(isEmergency && pickFilledFields(row, contactFields.emergency)),
  ...(isGuardian && pickFilledFields(row, contactFields.guardian)),
});

export const toHistoryView = (row: RegistrationChangeRow) => ({
  id: row.id,
  at: row.createdAt.toISOString(),
  by: row.userEmail ?? null,
  from: row.fromStatus,
  to: row.toStatus,
  note: row.note ?? null,
  corrected: row.corrected ?? null,
  reason: row.reason ?? null,
});
