import { Generator, getConfig } from '@tanstack/router-generator';

/** The compiler and the tests of an app need its `src/routeTree.gen.ts`. Call it in the folder of the app. */
export default async function writeRoutes(): Promise<void> {
  const root = process.cwd();
  await new Generator({ config: getConfig({}, root), root }).run();
}

if (import.meta.main) await writeRoutes();
