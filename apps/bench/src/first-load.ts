import type { Side } from './product.ts';
import { wireGet } from './wire.ts';

/** Number of files, and their bytes on the wire. */
interface Weight {
  files: number;
  bytes: number;
}

export interface FirstLoad {
  page: Weight;
  scripts: Weight;
  styles: Weight;
}

/** Everything that a browser fetches for `/` before the page works: the page, its scripts, its styles. */
export async function weighFirstLoad({ origin }: Side): Promise<FirstLoad> {
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
  return {
    page: await weigh(['/']),
    scripts: await weigh(ending('.js')),
    styles: await weigh(ending('.css')),
  };
}
