import type { Side } from './product.ts';
import type { Measure } from './report.ts';
import { wireGet } from './wire.ts';

/** Number of files, and their bytes on the wire. */
interface Weight {
  files: number;
  bytes: number;
}

/** Everything that a browser fetches for `/` before the page works: the page, its scripts, its styles. */
export async function weighFirstLoad({ origin }: Side): Promise<Measure[]> {
  const html = await (await fetch(`${origin}/`)).text();
  const addresses = Array.from(
    html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g),
    ([, address = '']) => address,
  );
  const ending = (name: string) => [...new Set(addresses)].filter((address) => address.endsWith(name));
  const weigh = async (paths: string[]): Promise<Weight> => {
    const answers = await Promise.all(paths.map((path) => wireGet(origin + path)));
    return { files: paths.length, bytes: answers.reduce((sum, { body }) => sum + body.length, 0) };
  };
  const [page, scripts, styles] = [
    await weigh(['/']),
    await weigh(ending('.js')),
    await weigh(ending('.css')),
  ];
  return [
    { name: `scripts (${scripts.files} files)`, ...inKb(scripts), atMost: 120 },
    { name: `styles (${styles.files})`, ...inKb(styles), atMost: 20 },
    { name: 'the page', ...inKb(page) },
  ];
}

const inKb = ({ bytes }: Weight) => ({ value: bytes / 1000, unit: 'kB' });
