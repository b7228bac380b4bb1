import {
  certificateCodeLength,
  certificateLimits,
  certificateStates,
} from '@institute/contract/certificates.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../../database/timestamps.ts';
import { declareSearchIndex, searchColumn } from '../../platform/content/content.entity.ts';
import { ProgramEntity } from '../programs/program.entity.ts';
import { RegistrationEntity } from '../registrations/registration.entity.ts';

const printedLineColumn = () => p.string().length(certificateLimits.line);

/**
 * A certificate with everything on its paper, so that it can be printed and compared later. Rows are never deleted.
 */
export const CertificateEntity = defineEntity({
  name: 'Certificate',
  tableName: 'certificates',
  indexes: [
    { properties: ['holder', 'id'] },
    { name: 'certificates_program_name_index', properties: ['program', 'id'] },
    { properties: ['issuedOn', 'id'] },
    { properties: ['state', 'id'] },
    {
      name: 'certificates_valid_unique',
      expression:
        "create unique index certificates_valid_unique on certificates (registration_id) where state = 'valid'",
    },
    declareSearchIndex('certificates', 'search', 'search'),
  ],
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    number: p.string().length(30).unique(),
    code: p.string().length(certificateCodeLength).unique(),
    /** Id of the Open Badge of the certificate, which must not contain the code. */
    credentialId: p.uuid().defaultRaw('gen_random_uuid()').unique(),
    registration: () => p.manyToOne(RegistrationEntity).nullable().deleteRule('set null').index(),
    /** Name of the holder. Null after an erasure, which empties `jws` too. */
    holder: printedLineColumn().nullable(),
    program: p.string().length(200),
    programId: () =>
      p.manyToOne(ProgramEntity).mapToPk().fieldName('program_id').nullable().deleteRule('set null').index(),
    hours: p.integer().nullable(),
    startsOn: p.date().nullable(),
    endsOn: p.date().nullable(),
    result: p.string().length(certificateLimits.result).nullable(),
    issuedOn: p.date(),
    /** The owner's reason for a day of issue that was long ago. */
    issueReason: p.string().length(certificateLimits.reason).nullable(),
    /** Name of the institute on the day of issue. */
    issuer: p.string().length(300),
    signerName: printedLineColumn(),
    signerTitle: printedLineColumn(),
    /** Empty without a second signer. */
    secondSignerName: printedLineColumn().default(''),
    secondSignerTitle: printedLineColumn().default(''),
    note: p.string().length(certificateLimits.note),
    state: p.enum(certificateStates).default('valid'),
    /** Day of the withdrawal, or of the correction that replaced the certificate. */
    withdrawnOn: p.date().nullable(),
    reason: p.string().length(certificateLimits.reason).nullable(),
    replacedBy: p.integer().nullable(),
    /** The signed lines of the paper, a JSON Web Signature. */
    jws: p.text().nullable(),
    search: searchColumn('holder', 'number', 'code'),
  },
});
export type CertificateRow = InferEntity<typeof CertificateEntity>;
