import type { Constant } from './bare.ts';
import { type Comparison, compare } from './comparison.ts';
import type { Side } from './product.ts';
import { wireGet } from './wire.ts';

const AT_LEAST = 0.8;
/** As browsers send them. */
const headers = { 'accept-encoding': 'gzip, deflate, br' };

const reads = [
  { name: '`GET /api/v1/programs`', path: '/api/v1/programs' },
  { name: '`GET /`, cached', path: '/' },
];

/** Headers that node adds to every answer. */
const ofTheConnection = ['connection', 'content-length', 'date', 'keep-alive'];

/** Records the product's answers, which the bare server then repeats byte by byte. */
export function recordReads({ origin }: Side): Promise<Constant[]> {
  return Promise.all(
    reads.map(async ({ path }) => {
      const { headers: answered, body } = await wireGet(origin + path);
      const kept = Object.entries(answered).filter(([name]) => !ofTheConnection.includes(name));
      return { path, headers: Object.fromEntries(kept), body };
    }),
  );
}

export async function compareReads(product: Side, bare: Side): Promise<Comparison[]> {
  const comparisons = [];
  for (const { name, path } of reads) {
    const request = { method: 'GET', headers, path } as const;
    comparisons.push(
      await compare({
        name,
        target: AT_LEAST,
        isLight: true,
        product: [product, request],
        bare: [bare, request],
      }),
    );
  }
  return comparisons;
}
