import type { Activity } from '@institute/contract';
import type { ActivityType } from '@institute/contract/activity.constants';
import { formatDateTime } from '@institute/contract/time';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import {
  Ban,
  Download,
  Eye,
  LogIn,
  LogOut,
  type LucideIcon,
  Pencil,
  Plus,
  RotateCcw,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { ActivityName } from '../../content/entity-link.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

const activityIcons: Record<ActivityType, LucideIcon> = {
  create: Plus,
  update: Pencil,
  delete: Trash2,
  restore: RotateCcw,
  purge: Trash2,
  view: Eye,
  export: Download,
  login: LogIn,
  logout: LogOut,
  signup: UserPlus,
  refuse: Ban,
};

/** Newest first. An activity without an account is the system's. */
export function RecentActivity({ activities }: { activities: Activity[] }) {
  return (
    <TitledSection title="Recent Activity">
      {activities.length === 0 ? (
        <p className="rounded-card border border-line border-dashed p-6 text-muted">
          Nothing has been done yet. What you and the others change will be listed here.
        </p>
      ) : (
        <ul className="rounded-card border border-line bg-card">
          {activities.map((activity) => (
            <ActivityLine key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
    </TitledSection>
  );
}

function ActivityLine({ activity }: { activity: Activity }) {
  const { type, user, createdAt } = activity;
  const Icon = activityIcons[type];
  return (
    <li className="flex items-start gap-3 border-line px-4 py-3 not-last:border-b">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sand">
        <Icon className="size-4" strokeWidth={1.75} aria-hidden />
      </span>
      <div className="min-w-0 grow md:flex md:items-baseline md:justify-between md:gap-6">
        <p className="font-medium wrap-anywhere">
          <ActivityName activity={activity} />
        </p>
        <p className="shrink-0 text-sm text-muted">
          <EmailAddress>{user?.email ?? 'System'}</EmailAddress>
          {' · '}
          <time dateTime={createdAt} className="whitespace-nowrap">
            {formatDateTime(createdAt)}
          </time>
        </p>
      </div>
    </li>
  );
}

export const RecentActivitySkeleton = () => (
  <Skeletons label="Loading the activity…" className="flex flex-col gap-2" heights={Array(5).fill('h-14')} />
);
