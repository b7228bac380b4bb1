import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const isRoot = process.getuid?.() === 0;

/** User as whom the server runs. Undefined means the current user. */
export type ServerUser = { uid: number; gid: number };

/**
 * Chooses the server's user. PostgreSQL refuses to run as root, so root starts it as the owner of the cluster, or as
 * `nobody`.
 */
export function chooseServerUser(cluster: string): ServerUser | undefined {
  if (!isRoot) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findNobody();
}

function findNobody(): ServerUser {
  const nobodyLine = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  // The number is made unsigned, because macOS writes -2.
  return { uid: Number(nobodyLine?.[1] ?? 65534) >>> 0, gid: Number(nobodyLine?.[2] ?? 65534) >>> 0 };
}

export function canReachPath(user: ServerUser | undefined, path: string): boolean {
  if (!user) return true;
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { uid, gid, mode } = statSync(dir);
    const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & executeBit) === 0) return false;
    if (dir === join(dir, '..')) return true;
  }
}
