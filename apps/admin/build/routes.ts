import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

const root = join(import.meta.dirname, '..');

/** Writes `src/routeTree.gen.ts` from the files of `src/routes`, for the compiler and the tests. */
export default async function writeRoutes(): Promise<void> {
  await new Generator({ config: getConfig({}, root), root }).run();
}

if (import.meta.main) await writeRoutes();
