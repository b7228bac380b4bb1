import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const BackupEntity = defineEntity({
  name: 'Backup',
  tableName: 'backups',
  properties: {
    id: p.integer().primary(),
    rows: p.integer(),
    files: p.integer(),
    missing: p.integer(),
    madeAt: p.datetime().length(3),
  },
});
export type BackupRow = InferEntity<typeof BackupEntity>;
