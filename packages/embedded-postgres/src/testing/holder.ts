import { startEmbedded } from '../embedded-postgres.ts';
import { lockDataDir } from '../lock.ts';

// Uses the data folder until it is killed.
const dataDir = process.argv[2] ?? '';
await lockDataDir(dataDir);
await startEmbedded({ dataDir });
console.info('ready');
setInterval(() => undefined, 60_000);
