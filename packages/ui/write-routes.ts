import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

/** The compiler and the tests of an app need its `src/routeTree.gen.ts`. */
const writeRoutes = (app: string) => new Generator({ config: getConfig({}, app), root: app }).run();

/** A set-up of tests. */
export default async function writeAllRoutes(): Promise<void> {
  for (const app of ['web', 'admin']) await writeRoutes(join(import.meta.dirname, '../../apps', app));
}

if (import.meta.main) await writeRoutes(process.cwd());
