import { Check } from 'lucide-react';

export function FacilityFeatures({ features, count }: { features: string[]; count: number }) {
  const more = count - features.length;
  return (
    <div className="flex flex-col gap-2 text-base">
      <ul className="flex flex-col gap-1">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check className="mt-1 size-4 shrink-0 text-leaf" strokeWidth={2} aria-hidden />
            <span className="min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm font-semibold text-green">{`+${more} more features`}</p>}
    </div>
  );
}
