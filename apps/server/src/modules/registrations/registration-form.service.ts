import type { RegistrationInput, RegistrationReceipt } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { existingRow, laterText, newRow } from '../../database/insert-together.ts';
import { type MedicalAnswers, type MedicalColumns, sealMedical } from '../../database/medical-columns.ts';
import { invalid } from '../../errors.ts';
import { newActivity } from '../activity/activity.service.ts';
import { published } from '../content/published.ts';
import { newEmails } from '../emails/email.service.ts';
import { publicForm } from '../idempotency/public-form.service.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { consentVersion } from '../site/legal.service.ts';
import { RegistrationEntity } from './registration.entity.ts';

/** Optional fields, in the order of the form. */
const nothing = {
  dateOfBirth: null,
  startDate: null,
  emergencyName: null,
  emergencyPhone: null,
  emergencyRelation: null,
  guardianName: null,
  guardianPhone: null,
  medicalConditions: null,
  allergies: null,
  medications: null,
};

const withNothing = (input: RegistrationInput) => ({
  ...nothing,
  ...input,
  guardianConsent: input.guardianConsent ?? false,
});
type Content = ReturnType<typeof withNothing>;

/** The statement gets the health answers encrypted only. */
type Stored = Omit<Content, keyof MedicalAnswers> & MedicalColumns & { consentVersion: string };

const submit = publicForm<Stored, RegistrationReceipt>('registrations', (given) => {
  const { firstName, email, now } = given;
  const open = { deletedAt: null, isActive: true, ...published(now) };
  const program = existingRow(ProgramEntity, { id: given.programId, ...open });
  const registration = newRow(RegistrationEntity, {
    ...{ firstName, lastName: given.lastName, email, phone: given.phone },
    ...{ dateOfBirth: given.dateOfBirth, startDate: given.startDate, program: program.get('id') },
    emergencyName: given.emergencyName,
    emergencyPhone: given.emergencyPhone,
    emergencyRelation: given.emergencyRelation,
    guardianName: given.guardianName,
    guardianPhone: given.guardianPhone,
    guardianConsent: given.guardianConsent,
    ...{ medical: given.medical, medicalId: given.medicalId, medicalTerms: given.medicalTerms },
    ...{ consent: given.consent, consentVersion: given.consentVersion, consentedAt: now },
    ...{ createdAt: now, updatedAt: now },
  });

  const id = registration.get('id');
  const reference = registration.get('reference');
  const description = laterText`New registration ${reference}`;
  const data = { reference, program: program.get('name') };
  return {
    rows: [
      registration,
      newActivity(given, { type: 'create', entityType: 'registration', entityId: id, description }),
      newEmails(
        given,
        { kind: 'registration-received', recipient: email, data: { firstName, ...data } },
        { kind: 'registration-for-office', recipient: null, data: { id, ...data } },
      ),
    ],
    answer: { id, reference, createdAt: laterText`${given.createdAt}` },
  };
});

/** Stores a visitor's registration for an open program, and emails the visitor and the office. */
export async function register(
  ctx: Ctx,
  input: RegistrationInput,
  key?: string,
): Promise<RegistrationReceipt> {
  const content = withNothing(input);
  const receipt = await submit(ctx, {
    values: {
      ...content,
      ...sealMedical(ctx.config.dataKeys, content),
      consentVersion: await consentVersion(ctx),
    },
    content,
    key,
  });
  if (!receipt) throw notOffered();
  return receipt;
}

export const notOffered = () =>
  invalid([{ path: 'programId', message: 'This program is not open for registration' }]);
