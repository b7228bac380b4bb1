import { expect, test } from 'vitest';
import { findActivityLink, findEntityLink } from './entity-link.tsx';

test('opens content, registrations, messages, newsletters and donations', () => {
  expect(findEntityLink('program', 4)).toEqual({ to: '/admin/programs', search: { open: 4 } });
  expect(findEntityLink('registration', 7)).toEqual({ to: '/admin/registrations', search: { open: 7 } });
  expect(findEntityLink('contact', 7)).toEqual({ to: '/admin/messages', search: { open: 7 } });
  expect(findEntityLink('newsletter', 7)).toEqual({ to: '/admin/newsletter/campaigns', search: { open: 7 } });
  expect(findEntityLink('donation', 7)).toEqual({ to: '/admin/donations', search: { open: 7 } });
});

test('leads to the screen of what has no page of its own', () => {
  expect(findEntityLink('site', 1)).toEqual({ to: '/admin/site' });
  expect(findEntityLink('account', 3)).toEqual({ to: '/admin/accounts' });
  expect(findEntityLink('program', null)).toEqual({ to: '/admin/programs' });
});

test('an activity leads to what is left of its item', () => {
  const about = { entityType: 'post', entityId: 4 } as const;
  expect(findActivityLink({ type: 'update', ...about })).toEqual({ to: '/admin/posts', search: { open: 4 } });
  expect(findActivityLink({ type: 'delete', ...about })).toEqual({ to: '/admin/trash' });
  expect(findActivityLink({ type: 'purge', ...about })).toBeUndefined();
  expect(findActivityLink({ type: 'export', ...about })).toEqual({ to: '/admin/posts' });
});
