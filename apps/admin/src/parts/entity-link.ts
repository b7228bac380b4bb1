import type { EntityType } from '@institute/contract';
import { contentKeyOf } from '../content/content-resources.ts';

/** Address of a screen, or of an item on it. */
export type EntityLink = { to: string; search?: { open: number } };

const screens: Partial<Record<EntityType, string>> = {
  registration: '/admin/registrations',
  contact: '/admin/messages',
  newsletter: '/admin/newsletter/campaigns',
  donation: '/admin/donations',
  email: '/admin/mail',
  account: '/admin/accounts',
  key: '/admin/api-keys',
  webhook: '/admin/webhooks',
  site: '/admin/site',
  upload: '/admin/media',
};

/** The screens that open one item. */
const isOpened = (type: EntityType) =>
  contentKeyOf(type) !== undefined || ['registration', 'contact', 'newsletter', 'donation'].includes(type);

/** The screen of an entity type, with the item opened if it has one. Undefined for a type without a screen. */
export function entityLink(type: EntityType, id: number | null): EntityLink | undefined {
  const key = contentKeyOf(type);
  const to = key ? `/admin/${key}` : screens[type];
  if (!to) return undefined;
  return id !== null && isOpened(type) ? { to, search: { open: id } } : { to };
}

type Activity = { type: string; entityType: EntityType; entityId: number | null };

/** The screen for an activity's item: its own, the trash once it was deleted, none once it was purged. */
export function activityLink({ type, entityType, entityId }: Activity): EntityLink | undefined {
  if (type === 'purge') return undefined;
  if (type === 'delete') return { to: '/admin/trash' };
  // An export is of a whole list.
  return entityLink(entityType, type === 'export' ? null : entityId);
}
