import { formatDate } from '@institute/contract/time';
import { admin } from '../api/admin.ts';

/**
 * The choices of programs and intakes for filters and forms. If no program is chosen, the name of an intake
 * includes its program.
 */
export function useCourseChoices(program?: number | null) {
  const { data } = admin.registrations.choices.useQuery();
  const programNames = new Map(data?.programs.map(({ id, name }) => [id, name]));
  const intakesOfProgram = (data?.intakes ?? []).filter(({ programId }) => !program || programId === program);
  return {
    programs: [...programNames],
    intakes: intakesOfProgram.map(({ id, programId, startsOn }) => {
      const startDay = formatDate(startsOn);
      return [id, program ? startDay : `${startDay}, ${programNames.get(programId) ?? '–'}`] as const;
    }),
  };
}
