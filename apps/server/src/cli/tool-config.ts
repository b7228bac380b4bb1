import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_FILE } from '@institute/embedded-postgres/lock';
import { type Config, loadConfig } from '../config.ts';
import { unwritable } from '../crypto/data-dir.ts';
import { StartError } from '../errors.ts';

export interface Needs {
  /** On the embedded database the command makes no new installation. */
  installation?: boolean;
  writesFiles?: boolean;
}

/** Other users of the machine cannot read what the command writes. */
export function loadToolConfig({ installation = false, writesFiles = false }: Needs = {}): Config {
  const config = loadConfig(undefined, [], (dataDir, isEmbedded) => {
    const isNew = isEmbedded && !statOf(dataDir, 'postgres/PG_VERSION');
    if (installation && isNew) throw new StartError(`There is no installation in ${dataDir}; set DATA_DIR.`);
    if (writesFiles || isNew) refuseRoot(dataDir);
  });
  process.umask(0o077);
  return config;
}

/** Root must not write files that the product's user, who made the lock or owns the folder, cannot read. */
function refuseRoot(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = statOf(dataDir, LOCK_FILE) ?? statOf(dataDir, 'uploads') ?? statOf(dataDir, '');
  if (!owner?.uid) return;
  throw new StartError(
    `The data folder ${dataDir} belongs to the user ${owner.uid}, who could not read what root writes: run the command as that user.`,
  );
}

function statOf(dataDir: string, name: string) {
  try {
    return statSync(join(dataDir, name), { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}
