// Runs at the end of a workspace's build, in its folder.
import { existsSync } from 'node:fs';
import { precompress } from './precompress.mjs';
import { release } from './release.mjs';

if (existsSync('dist/client')) await precompress('dist/client');
release(process.cwd());
