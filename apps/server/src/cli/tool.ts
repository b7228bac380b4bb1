import { type Config, loadConfig } from '../config.ts';
import type { Database } from '../database/open.ts';
import { StartError } from '../start-error.ts';
import { openToolDatabase } from './tool-database.ts';

type Work = (db: Database, config: Config, file: string) => Promise<string>;

/** Runs a command that takes one file, and these options. Prints the result, or one line about the failure. */
export async function runTool(usage: string, work: Work, options: readonly string[] = []): Promise<void> {
  try {
    const [file, ...more] = process.argv.slice(2).filter((word) => !options.includes(word));
    if (!file || more.length > 0 || file.startsWith('-')) throw new StartError(usage);
    const config = loadConfig(undefined, []);
    process.umask(0o077);
    const db = await openToolDatabase(config);
    try {
      console.info(await work(db, config, file));
    } finally {
      await db.close();
    }
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
