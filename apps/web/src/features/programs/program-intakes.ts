import type { IntakeSummary } from '@institute/contract';
import { takesRegistrations } from '@institute/contract/content.constants';
import { kampalaDay } from '@institute/contract/time';
import type { Api } from '../../api/api.ts';

export const programIntakes = ({ intakes }: Api['queries'], programId: number) => intakes.all({ programId });

export function openIntakes(intakes: readonly IntakeSummary[] = []): IntakeSummary[] {
  const today = kampalaDay(new Date());
  return intakes.filter((intake) => takesRegistrations(intake, today));
}
