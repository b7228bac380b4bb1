import type { Activity } from '@institute/contract';
import { Link } from '@tanstack/react-router';
import { activityLink } from './entity-link.ts';

type ActivityNameProps = { activity: Pick<Activity, 'type' | 'entityType' | 'entityId' | 'description'> };

export function ActivityName({ activity }: ActivityNameProps) {
  const link = activityLink(activity);
  if (!link) return activity.description;
  return (
    <Link {...link} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
      {activity.description}
    </Link>
  );
}
