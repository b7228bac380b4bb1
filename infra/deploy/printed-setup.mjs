import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const setupScript = join(import.meta.dirname, 'setup');

export const printSetup = (...words) =>
  execFileSync(setupScript, ['--print', ...words], { encoding: 'utf8' });

/** Reads from printed commands which files they would write. Returns the texts by path. */
export function listPrintedFiles(printed) {
  const printedFileParts = printed.matchAll(/^cat > (\S+) <<'END'\n([\s\S]*?)\nEND$/gm);
  return new Map(Array.from(printedFileParts, ([, path, text]) => [path, `${text}\n`]));
}
