import type { Right } from '@institute/contract/rights.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../../database/timestamps.ts';

const rightsColumn = () => p.array().columnType('text[]').$type<Right[]>();

export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    email: p.string().length(254).unique(),
    passwordHash: p.string().length(200).lazy().hidden(),
    isOwner: p.boolean().default(false),
    /** Owners always have every right. */
    rights: rightsColumn(),
    /** Known devices hold this key. It changes when the sessions end, so they become unknown. */
    deviceKey: p.uuid().defaultRaw('gen_random_uuid()'),
    lastSignInAt: p.datetime().length(3).nullable(),
    deactivatedAt: p.datetime().length(3).nullable(),
    secondFactorAt: p.datetime().length(3).nullable(),
    /** Encrypted. The column is also set while a set-up is not finished. */
    secondFactorSecret: p.string().length(200).lazy().hidden().nullable(),
    /** Time step of the last used code. A code works once. */
    secondFactorStep: p.integer().nullable(),
  },
});
export type AccountRow = InferEntity<typeof AccountEntity>;

export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    hash: p.string().length(64).primary(),
    account: () => p.manyToOne(AccountEntity).deleteRule('cascade').index(),
  },
});

export const SignInRuleEntity = defineEntity({
  name: 'SignInRule',
  tableName: 'sign_in_rules',
  properties: {
    id: p.integer().primary(),
    demandsSecondFactor: p.boolean().default(false),
  },
});

export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    account: () => p.manyToOne(AccountEntity).deleteRule('cascade'),
    createdAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
    endedAt: p.datetime().length(3).nullable(),
    /** Time at which the password was last typed in this session. */
    confirmedAt: p.datetime().length(3).nullable(),
    ipAddress: p.string().length(45).nullable(),
    userAgent: p.string().length(500).nullable(),
  },
});

/**
 * A session ends when a spent token returns after its successor was used, because one of them must be a stolen copy.
 */
export const RefreshTokenEntity = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_tokens',
  properties: {
    hash: p.string().length(64).primary(),
    session: () => p.manyToOne(SessionEntity).deleteRule('cascade').index(),
    createdAt: p.datetime().length(3),
    spentAt: p.datetime().length(3).nullable(),
  },
});

const linkPurposes = ['invitation', 'password-reset', 'sign-in'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** A link in an email. It works once: using it deletes the row. */
export const AccessLinkEntity = defineEntity({
  name: 'AccessLink',
  tableName: 'access_links',
  uniques: [{ properties: ['purpose', 'email'] }],
  properties: {
    id: p.uuid().primary(),
    purpose: p.enum(linkPurposes),
    /** The address in lower case. */
    email: p.string().length(254),
    tokenHash: p.string().length(64).unique(),
    /** Rights of the account that an invitation creates. */
    isOwner: p.boolean().default(false),
    rights: rightsColumn(),
    /** Id of the owner who wrote the invitation. The invitation ends when that ownership ends. */
    invitedBy: p.integer().nullable(),
    /** Time at which the link was last sent. */
    createdAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
  },
});
export type AccessLinkRow = InferEntity<typeof AccessLinkEntity>;
