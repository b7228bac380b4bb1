import type { EntityType } from '@institute/contract';
import { activityTypes } from '@institute/contract/activity.constants';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const ActivityEntity = defineEntity({
  name: 'Activity',
  tableName: 'activities',
  indexes: [
    { properties: ['entityType', 'entityId'] },
    { properties: ['createdAt', 'id'] },
    { properties: ['account', 'id'] },
    { properties: ['userEmail', 'id'] },
    { properties: ['entityType', 'id'] },
    {
      name: 'activities_type_id_index',
      expression:
        'create index activities_type_id_index on activities (type, id) include (entity_type, created_at)',
    },
    {
      name: 'activities_medical_index',
      expression: 'create index activities_medical_index on activities (id) where medical_of is not null',
    },
  ],
  properties: {
    id: p.integer().primary(),
    type: p.enum(activityTypes),
    description: p.string().length(500),
    entityType: p.text().$type<EntityType>(),
    entityId: p.integer().nullable(),
    /** Ids of the registrations whose health answers left the server. Null when none could. */
    medicalOf: p.array(Number, String).columnType('int[]').nullable(),
    account: p.integer().fieldName('account_id').nullable(),
    userEmail: p.string().length(254).nullable(),
    ipAddress: p.string().length(45).nullable(),
    userAgent: p.string().length(500).nullable(),
    createdAt: p.datetime().length(3).defaultRaw('now()'),
  },
});
export type ActivityRow = InferEntity<typeof ActivityEntity>;
