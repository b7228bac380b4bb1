import { nextIntakes, nextStartOf } from '../modules/intakes/intake-seats.service.ts';
import { programsWith } from '../modules/programs/program.resource.ts';

/** Made here, because program summaries show intakes, which know programs. */
export const programs = programsWith(nextIntakes, nextStartOf);
