import { setTimeout as sleep } from 'node:timers/promises';
import { askAsProxy } from '../../../server/src/testing/ask-as-proxy.ts';
import { median } from '../median.ts';
import { percentile } from './percentile.ts';
import type { Topology } from './topology.ts';

const SEEN_WITHIN_MS = 30_000;

/**
 * Changes a program through one process, in turn, and reads it from the other until the change is there. Measures the time
 * from the answer to the writer.
 */
export async function watchChanges(
  { origin, sides }: Topology,
  office: Record<string, string>,
  { changes, pauseMs }: { changes: number; pauseMs: number },
): Promise<{ median: number; p99: number }> {
  const { host } = new URL(origin);
  const ask = async (side: number, path: string, call: Parameters<typeof askAsProxy>[3] = {}) => {
    const answer = await askAsProxy(sides[side]?.origin ?? '', `/api/v1${path}`, host, call);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { data: { name: string } };
  };
  const times = [];
  for (let change = 0; change < changes; change += 1) {
    const [writer, reader] = change % 2 === 0 ? [0, 1] : [1, 0];
    // the reader has the former answer in its memory
    await ask(reader, '/programs/1');
    const name = `Tailoring ${change}`;
    await ask(writer, '/programs/1', {
      method: 'PUT',
      headers: { ...office, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    const writtenAt = performance.now();
    while ((await ask(reader, '/programs/1')).data.name !== name) {
      if (performance.now() - writtenAt > SEEN_WITHIN_MS) throw new Error('A change is not seen.');
    }
    times.push(performance.now() - writtenAt);
    await sleep(pauseMs);
  }
  return { median: median(times), p99: percentile(times, 99) };
}
