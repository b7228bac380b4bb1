import { join } from 'node:path';

export const MIGRATION_SETTINGS = {
  path: join(import.meta.dirname, 'migrations'),
  glob: '!(*.d|*.test).ts',
  emit: 'ts',
  snapshot: true,
  snapshotName: 'snapshot',
  // The snapshot is written only by `cli/migration-create.ts`
  snapshotOnMigrate: false,
  silent: true,
  tableName: 'mikro_orm_migrations',
} as const;
