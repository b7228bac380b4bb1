import type { IntakeSummary } from '@institute/contract';
import { takesRegistrations } from '@institute/contract/intakes.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Api } from '../../api/api.ts';

/** The intakes of a program, the first to start first. */
export const programIntakes = ({ intakes }: Api['queries'], programId: number) => intakes.all({ programId });

/** Those that one can apply for today. */
export function openIntakes(intakes: readonly IntakeSummary[] = []): IntakeSummary[] {
  const today = kampalaDay(new Date());
  return intakes.filter((intake) => takesRegistrations(intake, today));
}
