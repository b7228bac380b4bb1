import { needs } from '@institute/contract/rights.constants';
import { admin } from '../../api/admin.ts';
import { loadOnOpenOptions } from '../../api/load-options.ts';
import { useMaySee } from '../../api/rights.ts';
import { countItems } from '../../ui/count-items.ts';

export function ProgramUses({ id }: { id: number }) {
  const programUseFilter = { programId: id, limit: 1, offset: 0 };
  const maySeeIntakes = useMaySee()(needs.intakes);
  const countQueryOptions = { ...loadOnOpenOptions, enabled: maySeeIntakes };
  const registrationsQuery = admin.registrations.list.useQuery(programUseFilter, countQueryOptions);
  const intakesQuery = admin.intakes.list.useQuery(programUseFilter, countQueryOptions);
  if (!maySeeIntakes) return 'Its registrations stay. Visitors no longer see its intakes.';
  if (registrationsQuery.error || intakesQuery.error)
    return 'Its registrations and intakes could not be counted.';
  if (!registrationsQuery.data || !intakesQuery.data) return 'Counting its registrations and intakes…';
  return describeProgramUses(registrationsQuery.data.total, intakesQuery.data.total);
}

function describeProgramUses(registrations: number, intakes: number): string {
  if (registrations + intakes === 0) return 'It has no registrations and no intakes.';
  const staysText = registrations === 1 ? 'which stays' : 'which stay';
  const remainingUses = [
    registrations > 0 && `${countItems(registrations, 'registration')}, ${staysText}`,
    intakes > 0 && `${countItems(intakes, 'intake')}, which visitors no longer see`,
  ];
  return `It has ${remainingUses.filter(Boolean).join(', and ')}.`;
}
