import { existsSync, globSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** The compiler and the tests of an app need this file. */
const ROUTE_TREE = 'src/routeTree.gen.ts';
/** The folders too, whose times change when a route is removed. */
const SOURCES = ['src/routes', 'src/routes/**', 'tsr.config.json'];

async function writeRoutes(app: string): Promise<void> {
  // Loading these takes seconds
  const { Generator, getConfig } = await import('@tanstack/router-generator');
  await new Generator({ config: getConfig({}, app), root: app }).run();
  // The generator leaves a file alone that has not changed
  const now = new Date();
  utimesSync(join(app, ROUTE_TREE), now, now);
}

function isRouteTreeNewest(app: string): boolean {
  const readTime = (file: string) => statSync(join(app, file)).mtimeMs;
  if (!existsSync(join(app, ROUTE_TREE))) return false;
  const writtenAt = readTime(ROUTE_TREE);
  return globSync(SOURCES, { cwd: app }).every((file) => readTime(file) < writtenAt);
}

/** A set-up of tests. */
export default async function writeOlderRoutes(): Promise<void> {
  for (const name of ['web', 'admin']) {
    const app = join(import.meta.dirname, '../../apps', name);
    if (!isRouteTreeNewest(app)) await writeRoutes(app);
  }
}

if (import.meta.main) await writeRoutes(process.cwd());
