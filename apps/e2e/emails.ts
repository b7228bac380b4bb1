import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './expect.ts';

/** Returns the newest link to `page`. */
export async function emailedLink(to: string, page: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(() => {
      found = emailsTo(to)
        .map((email) => new RegExp(`https?://[^/\\s]+(${page}\\?token=[\\w.-]+)`).exec(email)?.[1])
        .findLast(Boolean);
      return found;
    })
    .toBeTruthy();
  return found ?? '';
}

/** Oldest first, decoded as far as links need it. */
export function emailsTo(to: string): string[] {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail');
  return filesIn(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((email) => email.includes(`To: ${to}\r\n`))
    .map((email) => email.replace(/=\r\n/g, '').replaceAll('=3D', '='));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .sort();
  } catch {
    // The first email creates the folder.
    return [];
  }
}
