import { formatDate } from '@institute/contract/time';
import { admin } from '../api/admin.ts';

/** Choices of filters and forms. Without a program, intakes are named with theirs. */
export function useCourseChoices(program?: number | null) {
  const { data } = admin.registrations.choices.useQuery();
  const names = new Map(data?.programs.map(({ id, name }) => [id, name]));
  const intakes = (data?.intakes ?? []).filter(({ programId }) => !program || programId === program);
  return {
    programs: [...names],
    intakes: intakes.map(({ id, programId, startsOn }) => {
      const day = formatDate(startsOn);
      return [id, program ? day : `${day}, ${names.get(programId) ?? '–'}`] as const;
    }),
  };
}
