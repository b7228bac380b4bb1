import { mkdirSync } from 'node:fs';
import { isRoot } from '../user.ts';

/** Other users may pass through the folder when root owns it, since PostgreSQL runs as one of them. */
export function makeDataDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
}
