import { defineEntity, p } from '@mikro-orm/core';
import { AccountEntity } from './account.entity.ts';

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
