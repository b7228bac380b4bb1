// Ends the build of a workspace. Runs in the folder of that workspace.
import { existsSync } from 'node:fs';
import { precompressFolder } from './precompress.mjs';
import { storeRelease } from './release.mjs';

if (existsSync('dist/client')) await precompressFolder('dist/client');
storeRelease(process.cwd());
