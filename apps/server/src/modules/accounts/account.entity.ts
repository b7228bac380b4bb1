import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../database/timestamps.ts';

export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    email: p.string().length(254).unique(),
    passwordHash: p.string().length(200).lazy().hidden(),
    isOwner: p.boolean().default(false),
    mayReadMedical: p.boolean().default(false),
    /** Known devices hold this key. It changes when the sessions end, so they become unknown. */
    deviceKey: p.uuid().defaultRaw('gen_random_uuid()'),
    lastSignInAt: p.datetime().length(3).nullable(),
    deactivatedAt: p.datetime().length(3).nullable(),
    secondFactorAt: p.datetime().length(3).nullable(),
    /** Encrypted. Also set while a set-up is not finished. */
    secondFactorSecret: p.string().length(200).lazy().hidden().nullable(),
    /** Time step of the last used code. A code works once. */
    secondFactorStep: p.integer().nullable(),
  },
});
export type AccountRow = InferEntity<typeof AccountEntity>;
