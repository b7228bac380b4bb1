import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noisyImage } from '../../../../server/src/testing/images.ts';
import { signUp, uploadImage } from '../../office.ts';
import { startProduct } from '../../product.ts';
import { lostMessages } from '../database.ts';
import { startLoad } from '../load.ts';
import { untilReady } from '../recovery.ts';
import { atLeast, atMost, exactly, none, type Scenario } from '../scenario.ts';

const UPLOADS_MB = 64;
/** PostgreSQL keeps 16 MB for each file of its log, so its disk is larger and filled up to these bytes. */
const DATABASE_MB = 320;
const RECOVERY_MS = 10_000;

/** The disk of the uploads is full, then that of the database, and then there is space again. */
export const scenario: Scenario = {
  name: 'full-disk',
  limitSeconds: 150,
  async run(folder) {
    if (process.getuid?.() !== 0) return { skipped: 'only root can mount a small disk' };
    const data = join(folder, 'data');
    mount(data, DATABASE_MB);
    mount(join(data, 'uploads'), UPLOADS_MB);
    return withDisks(data);
  },
};

/** It goes away with the scenario's folder. */
function mount(disk: string, megabytes: number): void {
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
}

async function withDisks(data: string) {
  const product = await startProduct(data, { LOG_LEVEL: 'silent' });
  const bearer = await signUp(product.origin);
  const uploads = join(data, 'uploads');

  const first = await upload(product.origin, bearer);
  const files = filesIn(uploads);
  fill(uploads);
  const refused = [await upload(product.origin, bearer), await upload(product.origin, bearer)];
  const left = filesIn(uploads).filter((file) => !files.includes(file) && file !== FILLER);
  empty(uploads);
  const again = await upload(product.origin, bearer);

  const load = startLoad(product.origin, { perSecond: 60 });
  await until(() => load.seen.accepted.length > 10);
  fill(data);
  const refusedBefore = load.seen.refused;
  await until(() => load.seen.refused > refusedBefore + 20);
  const refusals = load.seen.refused - refusedBefore;
  empty(data);
  const recoveryMs = await untilReady(product.origin);
  const acceptedBefore = load.seen.accepted.length;
  await until(() => load.seen.accepted.length > acceptedBefore + 10);
  await load.stop();
  const lost = await lostMessages(data, load.seen.accepted);
  await product.stop();
  const isRefusal = (status: number) => status === 507 || status === 503;
  return [
    exactly('upload with space, status', first, 200),
    none(
      'uploads to a full disk with another answer than 507 and 503',
      refused.filter((status) => !isRefusal(status)).map(String),
    ),
    none('files or drafts left by them', left),
    exactly('upload when there is space again, status', again, 200),
    atLeast('calls refused with 503 while the disk of the database is full', refusals, 20),
    none('other answers and broken connections meanwhile', load.seen.faults),
    none('accepted messages that are missing', lost),
    atMost('ready again after there is space', recoveryMs, RECOVERY_MS, 'ms'),
    atLeast('messages accepted after it', load.seen.accepted.length - acceptedBefore, 10),
  ];
}

const upload = async (origin: string, bearer: string): Promise<number> =>
  (await uploadImage(origin, bearer, await noisyImage('jpeg'))).status;

const FILLER = 'filler';

/** Takes all space but a few kilobytes, which are too few for an image. */
function fill(disk: string): void {
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(join(disk, FILLER), randomBytes(1024 * 1024), { flag: 'a' });
    for (let left = bavail * bsize; left > 0; left -= 1024 * 1024) {
      writeFileSync(join(disk, FILLER), randomBytes(1024 * 1024), { flag: 'a' });
    }
  } catch {
    // it is full
  }
}

const empty = (disk: string) => rmSync(join(disk, FILLER));

const filesIn = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String);

async function until(holds: () => boolean, mayTakeMs = 20_000): Promise<void> {
  const deadline = performance.now() + mayTakeMs;
  while (!holds() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
}
