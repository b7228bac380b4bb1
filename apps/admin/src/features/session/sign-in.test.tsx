import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contentKeys } from '../../api/content-resources.ts';
import { findButton, openOffice } from '../../testing/office.tsx';

test.each(['', '/registrations', '/site', ...contentKeys.map((key) => `/${key}`)])(
  '/admin%s asks for a sign-in first, and is remembered',
  async (screenPath) => {
    const path = `/admin${screenPath}`;
    const office = await openOffice(path, {}, false);
    await findButton('Sign In');
    expect(office.address()).toBe(`/admin/login?next=${encodeURIComponent(path)}`);
  },
);

test('the sign-up page says when accounts need an invitation', async () => {
  await openOffice('/admin/signup', { 'auth.rules': { signup: 'invite' } }, false);
  await screen.findByText('You need an invitation to make an account.');
  expect(screen.queryByRole('button', { name: 'Sign Up' })).toBeNull();
});
