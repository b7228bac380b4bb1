import type { EntityType } from '@institute/contract';
import { cx } from '@institute/ui/cx.ts';
import { Link } from '@tanstack/react-router';
import { contentKeyOf } from '../api/content-resources.ts';

export type EntityLink = { to: string; search?: { open: number } };

const screens: Partial<Record<EntityType, string>> = {
  registration: '/admin/registrations',
  contact: '/admin/messages',
  newsletter: '/admin/newsletter/campaigns',
  fee: '/admin/fees',
  donation: '/admin/donations',
  certificate: '/admin/certificates',
  email: '/admin/mail',
  account: '/admin/accounts',
  key: '/admin/api-keys',
  webhook: '/admin/webhooks',
  redirect: '/admin/redirects',
  site: '/admin/site',
  upload: '/admin/media',
};

const isOpened = (type: EntityType) =>
  contentKeyOf(type) !== undefined || ['registration', 'contact', 'newsletter', 'donation'].includes(type);

export function entityLink(type: EntityType, id: number | null): EntityLink | undefined {
  const key = contentKeyOf(type);
  const to = key ? `/admin/${key}` : screens[type];
  if (!to) return undefined;
  return id !== null && isOpened(type) ? { to, search: { open: id } } : { to };
}

type Activity = { type: string; entityType: EntityType; entityId: number | null };

/** A deleted item leads to the trash, a purged one to no screen. */
export function activityLink({ type, entityType, entityId }: Activity): EntityLink | undefined {
  if (type === 'purge') return undefined;
  if (type === 'delete') return { to: '/admin/trash' };
  // An export is of a whole list.
  return entityLink(entityType, type === 'export' ? null : entityId);
}

type ActivityNameProps = { activity: Activity & { description: string }; className?: string };

export function ActivityName({ activity, className }: ActivityNameProps) {
  const link = activityLink(activity);
  if (!link) return activity.description;
  return (
    <Link
      {...link}
      className="inline-flex min-h-11 max-w-full items-center underline-offset-4 hover:underline"
    >
      <span className={cx('min-w-0', className)}>{activity.description}</span>
    </Link>
  );
}
