import type { Stats } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { ClipboardList, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useRights } from '../../api/rights.ts';
import { readContentNeed, type StatsCountName, useAdminResources } from '../../content/admin-resource.ts';

type StatCardDeclaration = { count: StatsCountName; label: string; icon: LucideIcon; to: string };

/** Shows all cards until the rights of the account are known. */
function useStatCards(): StatCardDeclaration[] {
  const { maySee, isPending } = useRights();
  const contentCards = Object.entries(useAdminResources()).flatMap(([key, resource]) => {
    const { card, menu } = resource;
    return card ? [{ ...card, need: readContentNeed(resource), icon: menu.icon, to: `/admin/${key}` }] : [];
  });
  const registrationsCard = {
    count: 'registrations',
    need: needs.readRegistrations,
    label: 'Registrations',
    icon: ClipboardList,
    to: '/admin/registrations',
  } as const;
  const cards = [...contentCards.sort((a, b) => a.order - b.order), registrationsCard];
  return cards.filter(({ need }) => isPending || maySee(need));
}

const statGridClass = 'grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4';

export function StatCards({ stats }: { stats: Stats }) {
  return (
    <div className={statGridClass}>
      {useStatCards().map(({ count, label, icon, to }) => (
        <StatCard key={count} label={label} icon={icon} to={to} value={stats[count]} />
      ))}
    </div>
  );
}

type StatCardProps = Omit<StatCardDeclaration, 'count'> & { value: number };

function StatCard({ label, icon: Icon, to, value }: StatCardProps) {
  const id = useId();
  return (
    <Card as="article" aria-labelledby={id} className={linkedCardClass}>
      <CardBody>
        <h2 id={id} className="flex items-center gap-2 font-sans text-base font-medium text-muted">
          <Icon className="size-5 shrink-0 text-green" strokeWidth={1.75} aria-hidden />
          <CardLink to={to} className="min-w-11">
            {label}
          </CardLink>
        </h2>
        <p className="font-heading text-2xl font-bold tracking-heading tabular-nums">{formatNumber(value)}</p>
      </CardBody>
    </Card>
  );
}

export const StatCardsSkeleton = () => (
  <Skeletons className={statGridClass} heights={useStatCards().map(() => 'h-30 md:h-33')} />
);
