import type { Constant } from './bare.ts';
import { startBare } from './bare.ts';
import { type Comparison, compare } from './comparison.ts';
import type { Side } from './product.ts';
import { wireGet } from './wire.ts';

/** As browsers send them. */
const headers = { 'accept-encoding': 'gzip, deflate, br' };

const json = '/api/v1/programs';
const page = '/';
const reads = [
  { name: `\`GET ${json}\``, path: json, status: 200, target: 0.95, cpuTarget: 0.97 },
  { name: `\`GET ${page}\``, path: page, status: 200, target: 0.9, cpuTarget: 0.95 },
  { name: `\`GET ${json}\`, 304`, path: json, status: 304, target: 0.9, cpuTarget: 0.9 },
  { name: `\`GET ${page}\`, 304`, path: page, status: 304, target: 0.9, cpuTarget: 0.9 },
];

/** Headers that node adds to every answer. */
const ofTheConnection = ['connection', 'content-length', 'date', 'keep-alive'];

/** Compares answers from memory with a bare server that sends exactly their bytes and headers. */
export async function compareReads(product: Side): Promise<Comparison[]> {
  const recorded = await Promise.all(reads.map((read) => record(product, read)));
  const bare = await startBare({ constants: recorded.map(({ constant }) => constant) });
  try {
    const comparisons = [];
    for (const { name, path, target, cpuTarget, constant, sent } of recorded) {
      const request = { method: 'GET', headers: sent } as const;
      comparisons.push(
        await compare({
          ...{ name, target, cpuTarget },
          product: [product, { ...request, path }],
          bare: [bare, { ...request, path: constant.path }],
        }),
      );
    }
    return comparisons;
  } finally {
    await bare.stop();
  }
}

/** The product's answer, which the bare server then repeats byte by byte, and the headers that ask for it. */
async function record({ origin }: Side, read: (typeof reads)[number]) {
  const { path, status } = read;
  const { headers: first } = await wireGet(origin + path, headers);
  const sent: Record<string, string> =
    status === 304 ? { ...headers, 'if-none-match': first.etag ?? '' } : headers;
  const { headers: answered, body } = await wireGet(origin + path, sent, status);
  const kept = Object.entries(answered).filter(([name]) => !ofTheConnection.includes(name));
  const constant: Constant = { path: `/${status}${path}`, status, headers: Object.fromEntries(kept), body };
  return { ...read, constant, sent };
}
