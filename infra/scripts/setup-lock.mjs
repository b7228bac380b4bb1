import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the work while no other process runs its own under the same lock file. A lock whose process
 * is gone is taken over.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  const mine = await take(file);
  const release = () => readLock(file) === mine && rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function take(file) {
  const mine = `${process.pid} ${startOf(process.pid)}`;
  const draft = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(draft, mine);
  try {
    for (let isTold = false; !tryLink(draft, file); ) {
      const holder = readLock(file);
      if (holder && isStale(holder)) removeStaleLock(file, holder);
      else if (holder && !isTold) {
        console.error(`Waiting for the set-up that process ${holder.split(' ')[0]} is doing …`);
        isTold = true;
      }
      await sleep(100);
    }
    return mine;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Creates the link only if it does not exist yet. It appears with its content. */
function tryLink(draft, file) {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. Restores it if a faster process has replaced it meanwhile. */
function removeStaleLock(file, stale) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readLock(aside) !== stale) tryLink(aside, file);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function readLock(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isStale(holder) {
  const [pid, start] = holder.split(' ');
  return startOf(Number(pid)) !== start;
}

/** Start time of the process, to detect a reused id; `gone` when there is no process. */
function startOf(pid) {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0) ? 'running' : 'gone';
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? 'gone' : fields[18];
  } catch (error) {
    return error.code === 'EPERM' ? 'running' : 'gone';
  }
}
