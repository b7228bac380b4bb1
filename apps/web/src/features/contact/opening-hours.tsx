import { Heading } from '@institute/ui/heading.tsx';
import { Clock } from 'lucide-react';
import { useSite } from '../../api/context.ts';

export function OpeningHours() {
  const { openingHours } = useSite();
  return (
    <section aria-label="Opening hours" className="rounded-card bg-sand p-5 md:p-6">
      <Heading level={2} size="card" className="mb-3 flex items-center gap-2.5">
        <Clock className="size-5 text-green" strokeWidth={1.75} aria-hidden />
        Opening hours
      </Heading>
      <dl className="flex flex-col gap-1.5">
        {openingHours.map(({ days, hours }) => (
          <div key={days} className="flex flex-wrap justify-between gap-x-6">
            <dt>{days}</dt> <dd className="font-semibold">{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
