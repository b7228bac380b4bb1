import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import { StartError } from '../errors.ts';
import { loadToolConfig, type Needs } from './tool-config.ts';
import { openToolDatabase } from './tool-database.ts';

interface Given {
  file: string;
  has(option: string): boolean;
}
type Work = (db: Database, config: Config, given: Given) => Promise<string>;

export function runTool(
  usage: string,
  work: Work,
  { options = [], onlyReads = false, ...needs }: Needs & { options?: readonly string[]; onlyReads?: boolean },
): Promise<void> {
  return printed(async () => {
    const words = process.argv.slice(2);
    const [file, ...more] = words.filter((word) => !options.includes(word));
    if (!file || more.length > 0 || file.startsWith('-')) throw new StartError(usage);
    const config = loadToolConfig(needs);
    const db = await openToolDatabase(config, { onlyReads });
    try {
      return await work(db, config, { file, has: (option) => words.includes(option) });
    } finally {
      await db.close();
    }
  });
}

export async function printed(command: () => Promise<string>): Promise<void> {
  try {
    console.info(await command());
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
