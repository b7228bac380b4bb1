import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A backup that `npm run backup` has written. A backup holds the rows of those before it. */
export const BackupEntity = defineEntity({
  name: 'Backup',
  tableName: 'backups',
  properties: {
    id: p.integer().primary(),
    rows: p.integer(),
    files: p.integer(),
    /** Files that the store did not have. */
    missing: p.integer(),
    madeAt: p.datetime().length(3),
  },
});
export type BackupRow = InferEntity<typeof BackupEntity>;
