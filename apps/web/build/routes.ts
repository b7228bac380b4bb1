import { join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';

const root = join(import.meta.dirname, '..');

export default async function writeRoutes(): Promise<void> {
  await new Generator({ config: getConfig({}, root), root }).run();
}

if (import.meta.main) await writeRoutes();
