import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const isProcessOfRoot = process.getuid?.() === 0;

/** User as whom the server runs. Undefined means the current user. */
export type ServerUser = { uid: number; gid: number };

/**
 * Chooses the server's user. PostgreSQL refuses to run as root, so root starts it as the owner of the cluster, or as
 * `nobody`.
 */
export function chooseServerUser(cluster: string): ServerUser | undefined {
  if (!isProcessOfRoot) return undefined;
  const clusterStats = statSync(cluster, { throwIfNoEntry: false });
  return clusterStats && clusterStats.uid !== 0
    ? { uid: clusterStats.uid, gid: clusterStats.gid }
    : findNobody();
}

function findNobody(): ServerUser {
  const nobodyLine = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  // The number is made unsigned, because macOS writes -2.
  return { uid: Number(nobodyLine?.[1] ?? 65534) >>> 0, gid: Number(nobodyLine?.[2] ?? 65534) >>> 0 };
}

export function canReachPath(user: ServerUser | undefined, path: string): boolean {
  if (!user) return true;
  for (let parentFolder = dirname(path); ; parentFolder = dirname(parentFolder)) {
    const { uid, gid, mode } = statSync(parentFolder);
    const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & executeBit) === 0) return false;
    if (parentFolder === join(parentFolder, '..')) return true;
  }
}
