import { setTimeout as sleep } from 'node:timers/promises';
import type { Side } from './product.ts';
import type { Measure } from './report.ts';
import { wireGet } from './wire.ts';

/** The server compresses what it has cached with the best quality after 5 s, one answer after the other. */
export const COMPRESSED_AFTER_MS = 30_000;

/** Number of files, and their bytes on the wire. */
interface Weight {
  files: number;
  bytes: number;
}

/** What a browser fetches for `/` before the page works, and the HTML of the form. */
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
  await wireGet(`${origin}/registration`);
  await sleep(COMPRESSED_AFTER_MS);
  const [page, form, scripts, styles, fonts] = [
    await weigh(['/']),
    await weigh(['/registration']),
    await weigh(ending('.js')),
    await weigh(ending('.css')),
    await weigh(ending('.woff2')),
  ];
  return [
    { name: `scripts (${scripts.files} files)`, ...inKb(scripts), atMost: 105 },
    { name: `styles (${styles.files})`, ...inKb(styles), atMost: 20 },
    { name: `fonts (${fonts.files})`, ...inKb(fonts), atMost: 25 },
    { name: 'the page', ...inKb(page), atMost: 11 },
    { name: 'the page of `/registration`', ...inKb(form), atMost: 8 },
  ];
}

const inKb = ({ bytes }: Weight) => ({ value: bytes / 1000, unit: 'kB' });
