import type { HealthFieldName, PlainFieldName } from '@institute/contract/registration-fields.constants';
import {
  openStatuses,
  registrationLimits,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { timeZone, toLocalYear } from '@institute/contract/time';
import { defineEntity, type InferEntity, p, type QueryOrderMap, raw } from '@mikro-orm/core';
import { AccountEntity } from '../../platform/accounts/account.entity.ts';
import {
  declareSearchIndex,
  declareTrashIndex,
  editableColumns,
  searchColumn,
} from '../../platform/content/content.entity.ts';
import { INTAKES_TABLE, IntakeEntity } from '../intakes/intake.entity.ts';
import { ProgramEntity } from '../programs/program.entity.ts';

/** Writes a reference from the year in Kampala and the id: `REG-2026-000123`. */
export const writeReference = ({ id, createdAt }: { id: number; createdAt: Date }): string =>
  `REG-${toLocalYear(createdAt)}-${String(id).padStart(6, '0')}`;

/** SQL that computes the same as `writeReference`. */
const referenceSql = `'REG-' || extract(year from created_at at time zone '${timeZone}')::text || '-' || lpad(id::text, greatest(6, length(id::text)), '0')`;

/** Lists filter and sort by such an index alone, and read only the rows of one page from the table. */
const listIndexOptionsSql = 'include (status, program_id, created_at) where deleted_at is null';

/**
 * SQL of the phone by which registrations are compared and sorted, as `toComparablePhone` of the contract writes
 * it. `of` is the table or its alias with a dot.
 */
export const comparedPhoneSql = (of = '') => `public.dialled(coalesce(${of}phone_international, ${of}phone))`;

/** SQL of a full name, whose last name may be empty. The contract's `joinFullName` writes the same. */
export const fullNameSql = (of = ''): string => `rtrim(${of}first_name || ' ' || ${of}last_name)`;

/** SQL of the name by which people are sorted first: the last name, or the only one. */
export const sortedNameSql = (of = ''): string => `coalesce(nullif(${of}last_name, ''), ${of}first_name)`;
const optionalColumn = (length: number) => p.string().length(length).nullable();

export const RegistrationEntity = defineEntity({
  name: 'Registration',
  tableName: 'registrations',
  indexes: [
    declareTrashIndex('registrations'),
    {
      name: 'registrations_newest_index',
      expression: `create index registrations_newest_index on registrations (created_at desc, id desc) include (status, program_id) where deleted_at is null`,
    },
    {
      name: 'registrations_status_index',
      expression: `create index registrations_status_index on registrations (status, created_at desc, id desc) include (program_id) where deleted_at is null`,
    },
    {
      name: 'registrations_program_index',
      expression: `create index registrations_program_index on registrations (program_id, created_at desc, id desc) include (status) where deleted_at is null`,
    },
    {
      name: 'registrations_name_index',
      expression: `create index registrations_name_index on registrations ((${sortedNameSql()}), first_name, id) include (last_name, status, program_id, created_at) where deleted_at is null`,
    },
    {
      name: 'registrations_start_index',
      expression: `create index registrations_start_index on registrations (start_date, intake_id, id) ${listIndexOptionsSql}`,
    },
    {
      name: 'registrations_id_index',
      expression: `create index registrations_id_index on registrations (id) ${listIndexOptionsSql}`,
    },
    {
      name: 'registrations_updated_index',
      expression: 'create index registrations_updated_index on registrations (updated_at)',
    },
    {
      name: 'registrations_intake_index',
      expression:
        'create index registrations_intake_index on registrations (intake_id, status, waiting_since, id) where deleted_at is null',
    },
    declareSearchIndex('registrations', 'search', 'search'),
    {
      name: 'registrations_medical_terms_index',
      expression:
        'create index registrations_medical_terms_index on registrations using gin (medical_terms) with (gin_pending_list_limit = 512)',
    },
    // The indexes include the plain columns too; otherwise PostgreSQL would read every row of the table to compute
    // the expression
    {
      name: 'registrations_email_index',
      expression:
        'create index registrations_email_index on registrations (lower(email), id) include (email, status, program_id, created_at) where deleted_at is null',
    },
    {
      name: 'registrations_phone_index',
      expression: `create index registrations_phone_index on registrations (${comparedPhoneSql()}, id) include (phone, phone_international, status, program_id, created_at) where deleted_at is null`,
    },
    {
      name: 'registrations_person_index',
      expression: `create index registrations_person_index on registrations (date_of_birth, public.fold(${fullNameSql()})) where deleted_at is null`,
    },
  ],
  properties: {
    ...editableColumns,
    reference: p.string().length(30).generated(`(${referenceSql}) stored`).nullable().index(),
    status: p.enum(registrationStatuses).default('new'),
    firstName: p.string().length(100),
    lastName: p.string().length(100),
    email: optionalColumn(254),
    phone: p.string().length(32),
    /** The phone in international form (E.164). Null when it is no valid number. */
    phoneInternational: optionalColumn(16),
    dateOfBirth: p.date().nullable(),
    program: () => p.manyToOne(ProgramEntity).nullable().deleteRule('set null'),
    intake: () => p.manyToOne(IntakeEntity).nullable().deleteRule('set null'),
    /** Start that the applicant wishes. It counts only without an intake. */
    startDate: p.date().nullable(),
    startDay: p
      .date()
      .formula(
        (row) =>
          `coalesce((select starts_on from ${INTAKES_TABLE} where ${INTAKES_TABLE}.id = ${row}.intake_id), ${row}.start_date)`,
      )
      .persist(false)
      .nullable(),
    waitingSince: p.datetime().length(3).nullable(),
    emergencyName: optionalColumn(200),
    emergencyPhone: optionalColumn(32),
    emergencyRelation: optionalColumn(100),
    guardianName: optionalColumn(200),
    guardianPhone: optionalColumn(32),
    guardianConsent: p.boolean().default(false),
    medical: p.text().nullable(),
    medicalId: p.uuid().nullable(),
    medicalTerms: p.array(Number, String).columnType('int[]').nullable(),
    /** True when the office entered or imported the registration, false when the applicant sent it. */
    storedByOffice: p.boolean().default(false),
    consent: p.boolean(),
    consentVersion: optionalColumn(20),
    consentedAt: p.datetime().length(3).defaultRaw('now()'),
    note: optionalColumn(2000),
    search: searchColumn(
      'first_name',
      'last_name',
      'email',
      'phone',
      'emergency_name',
      'emergency_phone',
      'emergency_relation',
      'guardian_name',
      'guardian_phone',
      comparedPhoneSql(),
      'dialled(emergency_phone)',
      'dialled(guardian_phone)',
      referenceSql,
    ),
  },
});

export type RegistrationRow = InferEntity<typeof RegistrationEntity>;

export const orderByName = (direction: 'asc' | 'desc'): QueryOrderMap<RegistrationRow>[] => [
  { [raw((row) => sortedNameSql(`${row}.`))]: direction },
  { firstName: direction },
  { id: direction },
];

export type CorrectedFields = { [Name in PlainFieldName | HealthFieldName]?: string | null };

/** A change of a registration, for its history. `userEmail` stays when the account is deleted. */
export const RegistrationChangeEntity = defineEntity({
  name: 'RegistrationChange',
  tableName: 'registration_changes',
  properties: {
    id: p.integer().primary(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    registration: () => p.manyToOne(RegistrationEntity).deleteRule('cascade').index(),
    account: () => p.manyToOne(AccountEntity).nullable().deleteRule('set null'),
    userEmail: p.string().length(254).nullable(),
    fromStatus: p.enum(registrationStatuses),
    toStatus: p.enum(registrationStatuses),
    note: p.string().length(2000).nullable(),
    /**
     * Former values of corrected fields. Null for health fields, whose answers are kept in one place only. An
     * erasure may empty the object.
     */
    corrected: p.json<CorrectedFields>().nullable(),
    /** Reason of a correction of personal data. */
    reason: optionalColumn(registrationLimits.reason),
    /** Ids of charges and reversals that came with the status, for Undo. Null for changes of earlier versions. */
    charges: p.array(Number, String).columnType('int[]').nullable(),
  },
});

export type RegistrationChangeRow = InferEntity<typeof RegistrationChangeEntity>;

/** SQL condition: the person still waits or studies. */
export const isOpenSql = `status in (${openStatuses.map((status) => `'${status}'`)})`;

/** SQL of the time when a registration last entered a status, or null. Changes of the note do not count. */
export const enteredAtSql = (status: 'waiting' | 'accepted' | 'rejected' | 'withdrawn'): string =>
  `(select max(created_at) from registration_changes
    where registration_id = registrations.id and to_status = '${status}' and from_status <> to_status)`;
