import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const setup = join(import.meta.dirname, 'setup');

export const printSetup = (...words) => execFileSync(setup, ['--print', ...words], { encoding: 'utf8' });

/** The files that printed commands would write, by their path. */
export function printedFiles(printed) {
  const files = printed.matchAll(/^cat > (\S+) <<'END'\n([\s\S]*?)\nEND$/gm);
  return new Map(Array.from(files, ([, path, text]) => [path, `${text}\n`]));
}
