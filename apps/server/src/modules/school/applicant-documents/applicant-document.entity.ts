import {
  documentLimits,
  documentStates,
  pageFormats,
  refusalReasons,
} from '@institute/contract/applicant-documents.constants';
import { askKinds, askLimits } from '@institute/contract/asks.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { RegistrationEntity } from '../registrations/registration.entity.ts';

export const GIVEN_ANSWERS_TABLE = 'given_answers';
export const DOCUMENT_PAGES_TABLE = 'document_pages';

const askColumn = () => p.string().length(askLimits.id);
const emailColumn = () => p.string().length(254).nullable();

/**
 * What an applicant gave for one ask of the program: a row exists as soon as something was given. `label` is that of
 * then, so that a changed or removed ask leaves a readable answer.
 */
export const GivenAnswerEntity = defineEntity({
  name: 'GivenAnswer',
  tableName: GIVEN_ANSWERS_TABLE,
  uniques: [{ properties: ['registration', 'ask'] }],
  indexes: [
    {
      name: 'given_answers_sent_index',
      expression: `create index given_answers_sent_index on ${GIVEN_ANSWERS_TABLE} (registration_id) where state = 'sent'`,
    },
  ],
  properties: {
    id: p.integer().primary(),
    /** Counts what was given and decided. A decision names the version that was looked at. */
    version: p.integer().version(),
    registration: () =>
      p.manyToOne(RegistrationEntity).mapToPk().fieldName('registration_id').deleteRule('cascade'),
    ask: askColumn(),
    kind: p.enum(askKinds),
    label: p.string().length(askLimits.label),
    state: p.enum(documentStates),
    answer: p.string().length(documentLimits.answer).nullable(),
    /** Instead of `answer` where the ask is private. */
    sealedAnswer: p.text().nullable(),
    reason: p.enum(refusalReasons).nullable(),
    words: p.string().length(documentLimits.words).nullable(),
    decidedBy: emailColumn(),
    decidedAt: p.datetime().length(3).nullable(),
    originalSeenBy: emailColumn(),
    originalSeenAt: p.datetime().length(3).nullable(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
    updatedAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
export type GivenAnswerRow = InferEntity<typeof GivenAnswerEntity>;

/**
 * One page of a document. Its bytes lie encrypted in the file store, with a key of their own, which `sealedKey` holds:
 * without it nobody can read them. A row whose `sealedKey` is null, or whose registration is gone, waits until its
 * file is removed.
 */
export const DocumentPageEntity = defineEntity({
  name: 'DocumentPage',
  tableName: DOCUMENT_PAGES_TABLE,
  uniques: [{ properties: ['registration', 'ask', 'hash'] }],
  properties: {
    id: p.uuid().primary(),
    registration: () =>
      p
        .manyToOne(RegistrationEntity)
        .mapToPk()
        .fieldName('registration_id')
        .nullable()
        .deleteRule('set null')
        .index(),
    ask: askColumn(),
    /** SHA-256 of the bytes as they were sent. */
    hash: p.string().length(64),
    position: p.integer(),
    format: p.enum(pageFormats),
    /** Stored bytes, encrypted. */
    bytes: p.integer(),
    sealedKey: p.text().nullable(),
    /** Null until the file is stored as a whole. */
    arrivedAt: p.datetime().length(3).nullable(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
export type DocumentPageRow = InferEntity<typeof DocumentPageEntity>;
