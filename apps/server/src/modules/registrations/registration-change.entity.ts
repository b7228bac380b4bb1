import { registrationStatuses } from '@institute/contract/registrations.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { AccountEntity } from '../accounts/account.entity.ts';
import { RegistrationEntity } from './registration.entity.ts';

/** `userEmail` stays when the account is deleted. */
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
  },
});
export type RegistrationChangeRow = InferEntity<typeof RegistrationChangeEntity>;
