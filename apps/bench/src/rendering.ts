import { median } from './median.ts';
import { call, signUp } from './office.ts';
import type { Side } from './product.ts';
import { wireGet } from './wire.ts';

const WARM_UPS = 40;
const PAGES = 200;
const PAGES_AFTER_CHANGES = 60;

/** Median milliseconds from the request to the last byte. */
export interface Rendering {
  uncachedMs: number;
  afterChangeMs: number;
}

/** Renders `/` one request after the other: first without the cache, then after changes of content. */
export async function measureRendering({ origin }: Side): Promise<Rendering> {
  const page = `${origin}/`;
  // Requests with an authorization header bypass the page cache.
  const past = { authorization: 'Basic YmVuY2g6YmVuY2g=' };
  for (let count = 0; count < WARM_UPS; count += 1) await wireGet(page, past);

  const uncached = [];
  for (let count = 0; count < PAGES; count += 1) uncached.push((await wireGet(page, past)).ms);

  const change = await contentChange(origin);
  const afterChange = [];
  for (let count = 0; count < PAGES_AFTER_CHANGES; count += 1) {
    await change(count);
    afterChange.push((await wireGet(page)).ms);
  }
  return { uncachedMs: median(uncached), afterChangeMs: median(afterChange) };
}

/** Changes a program as an administrator, which empties the caches. */
async function contentChange(origin: string): Promise<(count: number) => Promise<void>> {
  const token = await signUp(origin);
  return async (count) => {
    await call(`${origin}/api/v1/programs/1`, 'PUT', { maxParticipants: 10 + count }, token);
  };
}
