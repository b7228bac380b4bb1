import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// another start finds every module compiled and its types taken out; this file has none, so what takes
// them out (some 17 MB) is not even loaded
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));
await import('./src/main.ts');
