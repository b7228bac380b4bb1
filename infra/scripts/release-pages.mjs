// Ends the build of the pages, in their workspace.
import { release } from './release.mjs';

release(process.cwd());
