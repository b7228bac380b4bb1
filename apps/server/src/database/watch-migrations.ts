import { watch } from 'node:fs';
import type pg from 'pg';
import type { Logger } from 'pino';
import { noteMigrations } from '../log.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migration-settings.ts';

/** One save is several events, and the first may see half a file. */
const SETTLED_MS = 300;

/** For development: a migration that is written while the product runs is applied as a start applies it. */
export function watchMigrations(
  connection: pg.ClientConfig,
  log: Logger,
  folder: string = MIGRATIONS.path,
): () => void {
  let settling: NodeJS.Timeout | undefined;
  const apply = () =>
    migrate(connection, folder, noteMigrations(log)).catch((error) =>
      log.error({ err: error }, 'a migration is waiting, because it cannot be applied'),
    );
  const watcher = watch(folder, () => {
    clearTimeout(settling);
    settling = setTimeout(apply, SETTLED_MS);
  });
  return () => {
    clearTimeout(settling);
    watcher.close();
  };
}
