import { moveDueDays } from '../modules/school/charges/charge.service.ts';
import { changePrice } from '../modules/school/charges/price-change.service.ts';
import { declareIntakes } from '../modules/school/intakes/intake.resource.ts';
import { findNextIntakes, nextStartSql } from '../modules/school/intakes/open-intakes.service.ts';
import { declarePrograms } from '../modules/school/programs/program.resource.ts';

// The content resources of the server, one line each. The server's lists of resources derive from this file.
export * from '../modules/school/alumni/alumnus.resource.ts';
export * from '../modules/school/coaches/coach.resource.ts';
export * from '../modules/school/facilities/facility.resource.ts';
export * from '../modules/school/gallery/gallery-item.resource.ts';
export * from '../modules/school/own-pages/page.resource.ts';
export * from '../modules/school/posts/post.resource.ts';

/** Declared here, because summaries of programs show intakes, and the module of intakes imports the one of programs. */
export const programs = declarePrograms(findNextIntakes, nextStartSql, changePrice);

/** Declared here, because the module of charges imports the one of intakes. */
export const intakes = declareIntakes(moveDueDays, changePrice);
