import { execFileSync } from 'node:child_process';
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

/** Releases the disks that a scenario mounted in its folder, the inner ones first. */
export function unmountAllOf(folder: string): void {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const places = mounts.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(folder));
  for (const place of places.reverse()) execFileSync('umount', ['--lazy', place]);
}
