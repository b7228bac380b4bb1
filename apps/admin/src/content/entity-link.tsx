import type { EntityType } from '@institute/contract';
import { cx } from '@institute/ui/cx.ts';
import { Link } from '@tanstack/react-router';
import { findContentResourceKey } from '../api/content-resources.ts';

export type EntityLink = { to: string; search?: { open: number } };

const screenPaths: Partial<Record<EntityType, string>> = {
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

const hasDialogOfItem = (type: EntityType) =>
  findContentResourceKey(type) !== undefined ||
  ['registration', 'contact', 'newsletter', 'donation'].includes(type);

export function findEntityLink(type: EntityType, id: number | null): EntityLink | undefined {
  const contentResourceKey = findContentResourceKey(type);
  const screenPath = contentResourceKey ? `/admin/${contentResourceKey}` : screenPaths[type];
  if (!screenPath) return undefined;
  return id !== null && hasDialogOfItem(type) ? { to: screenPath, search: { open: id } } : { to: screenPath };
}

type ActivityTarget = { type: string; entityType: EntityType; entityId: number | null };

/** A deleted item links to the trash. An item that was deleted for good has no link. */
export function findActivityLink({ type, entityType, entityId }: ActivityTarget): EntityLink | undefined {
  if (type === 'purge') return undefined;
  if (type === 'delete') return { to: '/admin/trash' };
  // An export concerns a whole list, so it links to no single item.
  return findEntityLink(entityType, type === 'export' ? null : entityId);
}

type ActivityNameProps = { activity: ActivityTarget & { description: string }; className?: string };

export function ActivityName({ activity, className }: ActivityNameProps) {
  const link = findActivityLink(activity);
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
