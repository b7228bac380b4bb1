import type { Call } from '@institute/client/call';
import { okPage } from '@institute/client/failure';
import type { ProgramSummary } from '@institute/contract';
import { pageOptions } from './pages.ts';

const SLIDES = 12;

export type ProgramSlide = Omit<ProgramSummary, 'excerpt' | 'nextIntake'> & {
  beginning: string;
  nextIntake: Omit<NonNullable<ProgramSummary['nextIntake']>, 'id'> | null;
};

/** Only the fields that the home page shows, because a page contains its data twice, as HTML and as JSON. */
export const programSlides = (call: Call) => () =>
  pageOptions(['programs', 'slides'], async () => {
    const { data, meta } = await okPage(call('GET /programs/summaries', { query: { limit: SLIDES } }));
    const programs = data.map(({ excerpt, nextIntake, ...program }): ProgramSlide => {
      const next = nextIntake && { startsOn: nextIntake.startsOn, seatsLeft: nextIntake.seatsLeft };
      return { ...program, beginning: excerpt.split('\n')[0] ?? '', nextIntake: next ?? null };
    });
    return { data: programs, meta: { total: meta.total } };
  });
