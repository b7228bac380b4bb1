import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Kills all that a scenario started: processes that work in its folder, as PostgreSQL does, and those that were given
 * the folder in their environment. Their parents may be gone. Only Linux tells this.
 */
export function killAllOf(folder: string): void {
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    try {
      const works = readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      if (works || readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder)) {
        process.kill(pid, 'SIGKILL');
      }
    } catch {
      // it has ended in the meantime, or belongs to somebody else
    }
  }
}
