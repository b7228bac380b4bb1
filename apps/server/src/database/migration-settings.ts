import { join } from 'node:path';

export const MIGRATION_SETTINGS = {
  path: join(import.meta.dirname, 'migrations'),
  glob: '!(*.d|*.test).ts',
  emit: 'ts',
  snapshot: true,
  snapshotName: 'snapshot',
  // Only `cli/migration-create.ts` writes it
  snapshotOnMigrate: false,
  silent: true,
  tableName: 'mikro_orm_migrations',
} as const;
