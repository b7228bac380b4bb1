import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail');

/** The link in the last mail that somebody was sent about something, once that is there. */
export async function mailedLink(to: string, page: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(() => {
      found = lettersTo(to)
        .map((letter) => new RegExp(`https?://[^/\\s]+(${page}\\?token=[\\w-]+)`).exec(letter)?.[1])
        .findLast(Boolean);
      return found;
    })
    .toBeTruthy();
  return found ?? '';
}

/** Oldest first, with their encoding undone as far as a link needs. */
function lettersTo(to: string): string[] {
  return files()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((letter) => letter.includes(`To: ${to}\r\n`))
    .map((letter) => letter.replace(/=\r\n/g, '').replaceAll('=3D', '='));
}

function files(): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .sort();
  } catch {
    // the first mail makes it
    return [];
  }
}
