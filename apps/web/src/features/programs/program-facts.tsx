import type { IntakeSummary, Program } from '@institute/contract';
import { formatDueDays } from '@institute/contract/instalments.constants';
import { formatLocalMoney, formatNumber, formatPrice, isPriceFree } from '@institute/contract/money';
import { capitalise, splitSchedule } from '@institute/contract/text';
import { addDays, formatDate } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CalendarDays,
  Clock,
  FileCheck,
  ListOrdered,
  type LucideIcon,
  Tag,
  Users,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '../../api/context.ts';
import { AskedItemList } from '../../lists/ask-list.tsx';
import { NextIntakeStart } from './program-card.tsx';
import { listOpenIntakes, queryProgramIntakes } from './program-head.ts';

export function ProgramFacts({ program }: { program: Program }) {
  const { id, category, duration, schedule, price, maxParticipants, asks } = program;
  const { queries } = useApi();
  const [next, ...later] = listOpenIntakes(useQuery(queryProgramIntakes(queries, id)).data);
  return (
    <Card as="aside" aria-label="At a glance" className="lg:sticky lg:top-24 lg:row-span-2">
      <CardBody className="gap-5">
        <dl className="flex flex-col divide-y divide-line print:grid print:grid-cols-2">
          <ProgramFact icon={Wallet} name="Price">
            <span className="font-heading text-xl font-bold tracking-heading">{formatPrice(price)}</span>
          </ProgramFact>
          <ProgramFact icon={Clock} name="Duration">
            {duration}
          </ProgramFact>
          <ProgramFact icon={CalendarDays} name="Schedule">
            <ul className="flex flex-wrap gap-1.5">
              {splitSchedule(schedule).map((chip) => (
                <li key={chip} className="max-w-full">
                  <Badge className="whitespace-normal">{chip}</Badge>
                </li>
              ))}
            </ul>
          </ProgramFact>
          <ProgramFees program={program} next={next} />
          <ProgramAsksOfApplicants asks={asks} />
          {next && <ProgramStarts next={next} later={later} />}
          {maxParticipants !== null && (
            <ProgramFact icon={Users} name="Class size">
              {maxParticipants === 1 ? '1 student' : `${formatNumber(maxParticipants)} students`}
            </ProgramFact>
          )}
          <ProgramFact icon={Tag} name="Category">
            {capitalise(category)}
          </ProgramFact>
        </dl>
        <ButtonLink to="/registration" search={{ program: String(id) }} size="lg">
          Register Now
        </ButtonLink>
      </CardBody>
    </Card>
  );
}

function ProgramStarts({ next, later }: { next: IntakeSummary; later: IntakeSummary[] }) {
  return (
    <ProgramFact icon={CalendarClock} name="Next Start">
      <p>
        <NextIntakeStart {...next} />
      </p>
      {next.place && <p className="text-sm font-normal text-muted">{next.place}</p>}
      {next.appliesUntil && (
        <p className="text-sm font-normal text-muted">Apply until {formatDate(next.appliesUntil)}</p>
      )}
      {next.note && <p className="text-sm font-normal whitespace-pre-line text-muted">{next.note}</p>}
      {later.length > 0 && (
        <ul aria-label="Later Starts" className="mt-2 flex flex-col gap-1 text-sm font-normal">
          {later.map((intake) => (
            <li key={intake.id}>
              <NextIntakeStart {...intake} />
            </li>
          ))}
        </ul>
      )}
    </ProgramFact>
  );
}

/** What applicants get ready. Nothing is sent with the registration. */
function ProgramAsksOfApplicants({ asks }: Pick<Program, 'asks'>) {
  if (asks.length === 0) return null;
  return (
    <ProgramFact icon={FileCheck} name="You will need">
      <AskedItemList asks={asks} />
    </ProgramFact>
  );
}

type FeesProps = { program: Program; next: IntakeSummary | undefined };

/** Fees of the next intake, whose days are known, or of the program. */
function ProgramFees({ program: { price, instalments }, next }: FeesProps) {
  const listedInstalments = next?.instalments.length ? next.instalments : instalments;
  if (isPriceFree(price) || listedInstalments.length === 0) return null;
  return (
    <ProgramFact icon={ListOrdered} name="Fees">
      <ul aria-label="Fees" className="flex flex-col gap-1.5 print:gap-0">
        {listedInstalments.map(({ label, amount, dueDays }) => (
          <li key={`${label} ${dueDays} ${amount}`}>
            {label}: {formatLocalMoney(amount)}
            <span className="block text-sm font-normal text-muted print:ml-1 print:inline">
              {next && dueDays !== null
                ? `by ${formatDate(addDays(next.startsOn, dueDays))}`
                : formatDueDays(dueDays)}
            </span>
          </li>
        ))}
      </ul>
    </ProgramFact>
  );
}

function ProgramFact({
  icon: Icon,
  name,
  children,
}: {
  icon: LucideIcon;
  name: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-0.5 py-3 first:pt-0 last:pb-0">
      <dt className="flex items-center gap-3 text-sm text-muted">
        <Icon className="size-5 shrink-0 text-green" />
        {name}
      </dt>
      <dd className="pl-8 text-base font-semibold">{children}</dd>
    </div>
  );
}
