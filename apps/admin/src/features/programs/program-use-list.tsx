import { needs } from '@institute/contract/rights.constants';
import { admin } from '../../api/admin.ts';
import { loadOnOpen } from '../../api/load-options.ts';
import { useMaySee } from '../../api/rights.ts';
import { countItems } from '../../ui/count-items.ts';

export function ProgramUses({ id }: { id: number }) {
  const query = { programId: id, limit: 1, offset: 0 };
  const maySee = useMaySee()(needs.intakes);
  const options = { ...loadOnOpen, enabled: maySee };
  const registrations = admin.registrations.list.useQuery(query, options);
  const intakes = admin.intakes.list.useQuery(query, options);
  if (!maySee) return 'Its registrations stay. Visitors no longer see its intakes.';
  if (registrations.error || intakes.error) return 'Its registrations and intakes could not be counted.';
  if (!registrations.data || !intakes.data) return 'Counting its registrations and intakes…';
  return describeUses(registrations.data.total, intakes.data.total);
}

function describeUses(registrations: number, intakes: number): string {
  if (registrations + intakes === 0) return 'It has no registrations and no intakes.';
  const staysText = registrations === 1 ? 'which stays' : 'which stay';
  const left = [
    registrations > 0 && `${countItems(registrations, 'registration')}, ${staysText}`,
    intakes > 0 && `${countItems(intakes, 'intake')}, which visitors no longer see`,
  ];
  return `It has ${left.filter(Boolean).join(', and ')}.`;
}
