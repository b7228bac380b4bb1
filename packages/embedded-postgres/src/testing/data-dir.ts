import { mkdirSync } from 'node:fs';
import { isRoot } from '../user.ts';

/** If root owns the folder, PostgreSQL runs as another user, who must be able to enter it. */
export function makeDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
}
