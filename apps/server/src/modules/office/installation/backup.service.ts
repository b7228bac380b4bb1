import type { Ctx } from '../../../context.ts';
import type { BackupAmount } from '../../../database/backup/backup-format.ts';
import { BackupEntity, type BackupRow } from './backup.entity.ts';

export async function recordBackup(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  { rows, uploads, missing }: Pick<BackupAmount, 'rows' | 'uploads' | 'missing'>,
): Promise<void> {
  await em.insert(BackupEntity, { rows, files: uploads, missing: missing.length, madeAt: now() });
}

export async function findLastBackup({ em }: Pick<Ctx, 'em'>): Promise<BackupRow | null> {
  const [last] = await em.find(BackupEntity, {}, { orderBy: { madeAt: 'desc', id: 'desc' }, limit: 1 });
  return last ?? null;
}
