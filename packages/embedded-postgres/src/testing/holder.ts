import { startEmbedded } from '../embedded-postgres.ts';
import { lockDataDir } from '../lock.ts';

// A first start, which the test kills
const dataDir = process.argv[2] ?? '';
await lockDataDir(dataDir);
await startEmbedded({ dataDir });
