import { rmSync } from 'node:fs';

export default function cleanUp(): void {
  const folder = process.env.E2E_DATA_DIR;
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
