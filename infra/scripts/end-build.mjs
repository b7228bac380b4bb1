// Runs at the end of a workspace's build, in its folder.
import { existsSync } from 'node:fs';
import { precompressFolder } from './precompress.mjs';
import { storeRelease } from './release.mjs';

if (existsSync('dist/client')) await precompressFolder('dist/client');
storeRelease(process.cwd());
