import type { IntakeInput } from '@institute/contract';
import { day } from '@institute/contract/fields';
import { needs } from '@institute/contract/rights.constants';
import { formatDate } from '@institute/contract/time';
import { useFormState, useWatch } from 'react-hook-form';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { SwitchField } from '../../forms/fields.tsx';
import { countPeople } from '../../ui/count-items.ts';

type MoveDuesValues = Pick<IntakeInput, 'startsOn'> & { moveDues?: boolean };
type MoveDuesPlan = AdminAnswers['intakes']['planMoveDues']['instalments'][number];

/** When the start moves, accounts with the right to fees choose whether the due days move too. */
export function MoveDuesField({ id }: { id: number | null }) {
  const { defaultValues } = useFormState<MoveDuesValues>();
  const typedStartDay = useWatch<MoveDuesValues, 'startsOn'>({ name: 'startsOn' });
  const maySee = useMaySee();
  const isStartMoved =
    id !== null && typedStartDay !== defaultValues?.startsOn && day.safeParse(typedStartDay).success;
  const { data } = admin.intakes.planMoveDues.useQuery(
    { intakeId: id ?? 0, startsOn: typedStartDay },
    { enabled: isStartMoved },
  );
  if (!isStartMoved || !data || data.instalments.length === 0) return null;
  const mayMoveDues = maySee(needs.fees);
  return (
    <div className="space-y-2">
      {mayMoveDues && data.people > 0 && (
        <SwitchField<MoveDuesValues>
          name="moveDues"
          label={`Also move the due days of ${countPeople(data.people)}`}
        />
      )}
      {!mayMoveDues && (
        <p className="text-sm text-muted">
          The due days of its people stay. Whoever also has the right to fees can move them together with the
          start, like this:
        </p>
      )}
      <ul className="space-y-1 text-sm text-muted">
        {data.instalments.map((plan) => (
          <li key={JSON.stringify(plan)}>{describeMovePlan(plan)}</li>
        ))}
      </ul>
    </div>
  );
}

/** "Second term: 18 Nov 2026 → 25 Nov 2026, 12 people". */
const describeMovePlan = ({ people, ...plan }: MoveDuesPlan): string =>
  `${plan.label}: ${describeMovedDueDays(plan)}, ${countPeople(people)}`;

function describeMovedDueDays({ from, to, isKnown }: Omit<MoveDuesPlan, 'people'>): string {
  if (!from || !to) return 'on acceptance, stays';
  if (from !== to) return `${formatDate(from)} → ${formatDate(to)}`;
  return isKnown
    ? `${formatDate(from)}, stays`
    : `${formatDate(from)}, stays, since its days after the start are not known`;
}
