// Ends the build of a workspace, in its folder.
import { release } from './release.mjs';

release(process.cwd());
