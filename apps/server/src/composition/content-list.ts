import { moveDues } from '../modules/charges/charge.service.ts';
import { intakesWith } from '../modules/intakes/intake.resource.ts';
import { nextIntakes, nextStartSql } from '../modules/intakes/open-intakes.service.ts';
import { programsWith } from '../modules/programs/program.resource.ts';

// The content resources of the server, one line each. Every list of resources derives from this file.
export * from '../modules/alumni/alumnus.resource.ts';
export * from '../modules/coaches/coach.resource.ts';
export * from '../modules/facilities/facility.resource.ts';
export * from '../modules/gallery/gallery-item.resource.ts';
export * from '../modules/posts/post.resource.ts';

/** Made here, because program summaries show intakes, which know programs. */
export const programs = programsWith(nextIntakes, nextStartSql);

/** Made here, because charges know intakes. */
export const intakes = intakesWith(moveDues);
