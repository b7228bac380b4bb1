import type { RegistrationInput, RegistrationReceipt } from '@institute/contract';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { isPublished } from '../content/published.ts';
import { publicForm } from '../idempotency/public-form.service.ts';

/** What may be left out, in the order of the form. */
const nothing = {
  dateOfBirth: null,
  startDate: null,
  emergencyName: null,
  emergencyPhone: null,
  emergencyRelation: null,
  medicalConditions: null,
  allergies: null,
  medications: null,
};

const submit = publicForm<RegistrationReceipt>({
  scope: 'registrations',
  entityType: 'registration',
  insert: `
    insert into registrations (
      program_id, first_name, last_name, email, phone, date_of_birth, start_date,
      emergency_name, emergency_phone, emergency_relation,
      medical_conditions, allergies, medications, consent, created_at, updated_at
    )
    select
      id, :firstName, :lastName, :email, :phone, :dateOfBirth, :startDate,
      :emergencyName, :emergencyPhone, :emergencyRelation,
      :medicalConditions, :allergies, :medications, :consent, :now, :now
    from programs
    where id = :programId and deleted_at is null and is_active and ${isPublished}
    returning id, reference, first_name, email, program_id`,
  answer: `jsonb_build_object('id', id, 'reference', reference, 'createdAt', :createdAt::text)`,
  description: `'New registration ' || reference`,
  emails: `
    select 'registration-received', email,
      jsonb_build_object('firstName', first_name, 'reference', reference, 'program', programs.name)
    from made join programs on programs.id = made.program_id
    union all
    select 'registration-for-office', null::varchar,
      jsonb_build_object('id', made.id, 'reference', reference, 'program', programs.name)
    from made join programs on programs.id = made.program_id`,
});

/** A registration as a visitor sends it; only the office reads it again. */
export async function register(
  ctx: Ctx,
  input: RegistrationInput,
  key?: string,
): Promise<RegistrationReceipt> {
  const receipt = await submit(ctx, { values: { ...nothing, ...input }, key });
  if (!receipt) throw notOffered();
  return receipt;
}

export const notOffered = () =>
  invalid([{ path: 'programId', message: 'This program is not open for registration' }]);
