import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningServer } from '@institute/embedded-postgres';
import pg from 'pg';
import { seedItems } from './many-items.ts';
import { median } from './median.ts';
import { openLighthouse } from './open-lighthouse.ts';
import { type Side, startProduct } from './product.ts';
import { pastTheCache } from './uncached.ts';
import { wireGet } from './wire.ts';

const WARM_UPS = 20;
const ROUNDS = 60;
export const FIRST_VIEW_KB = 250;
export const TIMES_DEMO = 1.5;

export interface LongList {
  path: string;
  /** Everything that a phone fetches before scrolling; undefined without Chromium. */
  firstViewKb: number | undefined;
  demoMs: number;
  manyMs: number;
}

export const ratioOf = ({ manyMs, demoMs }: LongList): number => manyMs / demoMs;

const pages = [
  ...['/', '/about', '/programs', '/programs/1', '/news', '/news/1', '/gallery', '/videos', '/alumni'],
  ...['/coaches', '/facilities', '/registration'],
];

/** Measures each page with many items and with the demo content, in turn. */
export async function measureLongLists(): Promise<LongList[]> {
  const dataDirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'institute-bench-')));
  const [demoDir = '', manyDir = ''] = dataDirs;
  const sides: (Side & { publicOrigin: string })[] = [];
  try {
    const demo = await startProduct(demoDir);
    sides.push(demo);
    const many = await startProduct(manyDir);
    sides.push(many);
    await addItems(manyDir);

    const weights = await weighFirstViews(many.publicOrigin);
    const lists: LongList[] = [];
    for (const path of pages) {
      lists.push({ path, firstViewKb: weights.get(path), ...(await compareRenders(demo, many, path)) });
    }
    return lists;
  } finally {
    for (const side of sides) await side.stop();
    for (const dir of dataDirs) rmSync(dir, { recursive: true, force: true });
  }
}

async function addItems(dataDir: string): Promise<void> {
  const client = new pg.Client(runningServer(dataDir) ?? {});
  await client.connect();
  await seedItems(client).finally(() => client.end());
}

/** Renders without the page cache, like the figures of `/`. */
async function compareRenders(demo: Side, many: Side, path: string) {
  const times: { demo: number[]; many: number[] } = { demo: [], many: [] };
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    const [demoMs, manyMs] = [
      (await wireGet(demo.origin + path, pastTheCache)).ms,
      (await wireGet(many.origin + path, pastTheCache)).ms,
    ];
    if (round < 0) continue;
    times.demo.push(demoMs);
    times.many.push(manyMs);
  }
  return { demoMs: median(times.demo), manyMs: median(times.many) };
}

async function weighFirstViews(origin: string): Promise<Map<string, number>> {
  const weights = new Map<string, number>();
  const lighthouse = await openLighthouse();
  if (!lighthouse) return weights;
  try {
    for (const path of pages) {
      const run = await lighthouse.audit(origin + path, {
        onlyAudits: ['network-requests'],
        throttlingMethod: 'provided',
      });
      // the PDF viewer of the browser has files of its own, which have addresses of another scheme
      const fetched = run?.audits['network-requests']?.details?.items?.filter(({ url }) =>
        /^https?:/.test(url),
      );
      if (fetched) weights.set(path, fetched.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000);
    }
  } finally {
    lighthouse.close();
  }
  return weights;
}
