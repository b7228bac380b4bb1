import { expect, test } from 'vitest';
import { activityLink, entityLink } from './entity-link.tsx';

test('opens content, registrations, messages, newsletters and donations', () => {
  expect(entityLink('program', 4)).toEqual({ to: '/admin/programs', search: { open: 4 } });
  expect(entityLink('registration', 7)).toEqual({ to: '/admin/registrations', search: { open: 7 } });
  expect(entityLink('contact', 7)).toEqual({ to: '/admin/messages', search: { open: 7 } });
  expect(entityLink('newsletter', 7)).toEqual({ to: '/admin/newsletter/campaigns', search: { open: 7 } });
  expect(entityLink('donation', 7)).toEqual({ to: '/admin/donations', search: { open: 7 } });
});

test('leads to the screen of what has no page of its own', () => {
  expect(entityLink('site', 1)).toEqual({ to: '/admin/site' });
  expect(entityLink('account', 3)).toEqual({ to: '/admin/accounts' });
  expect(entityLink('program', null)).toEqual({ to: '/admin/programs' });
});

test('an activity leads to what is left of its item', () => {
  const about = { entityType: 'post', entityId: 4 } as const;
  expect(activityLink({ type: 'update', ...about })).toEqual({ to: '/admin/posts', search: { open: 4 } });
  expect(activityLink({ type: 'delete', ...about })).toEqual({ to: '/admin/trash' });
  expect(activityLink({ type: 'purge', ...about })).toBeUndefined();
  expect(activityLink({ type: 'export', ...about })).toEqual({ to: '/admin/posts' });
});
