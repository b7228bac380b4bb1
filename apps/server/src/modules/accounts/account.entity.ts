import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { timestamps } from '../../database/timestamps.ts';

/** An account of the admin area. `email` is stored in lower case. */
export const AccountEntity = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    ...timestamps,
    email: p.string().length(254).unique(),
    passwordHash: p.string().length(200).lazy().hidden(),
    isOwner: p.boolean().default(false),
    /** Owners give and take this right. */
    mayReadMedical: p.boolean().default(false),
    /** Devices on which the account has signed in hold it. It changes when the sessions end, which makes them unknown. */
    deviceKey: p.uuid().defaultRaw('gen_random_uuid()'),
    lastSignInAt: p.datetime().length(3).nullable(),
    deactivatedAt: p.datetime().length(3).nullable(),
    /** When the second step of the sign-in was turned on. */
    secondFactorAt: p.datetime().length(3).nullable(),
    /** Encrypted. Also stands here while a set-up is under way. */
    secondFactorSecret: p.string().length(200).lazy().hidden().nullable(),
    /** The time step of the last used code, because a code works once. */
    secondFactorStep: p.integer().nullable(),
  },
});
export type AccountRow = InferEntity<typeof AccountEntity>;
