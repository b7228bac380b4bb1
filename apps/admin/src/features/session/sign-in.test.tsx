import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contentKeys } from '../../api/content-resources.ts';
import { findButton, openOffice, Refusal } from '../../testing/office.tsx';

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

test('the link of an email signs in when its button is pressed, not when the page opens', async () => {
  const dead = 'This link is not valid any more';
  const answers = { 'auth.signInByLink': new Refusal(404, 'NOT_FOUND', dead) };
  const office = await openOffice('/admin/login?link=abc', answers, false);
  const button = await findButton('Sign In');
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(office.inputs('auth.signInByLink')).toEqual([]);
  await office.user.click(button);
  await screen.findByText(dead);
  expect(office.inputs('auth.signInByLink')).toEqual([{ token: 'abc' }]);

  // The mail program has cut it
  const details = [{ path: 'token', message: 'This link is not complete' }];
  const fault = new Refusal(400, 'VALIDATION_ERROR', 'Some of the fields are not right', details);
  office.answer({ 'auth.signInByLink': fault });
  await office.user.click(await findButton('Sign In'));
  await screen.findByText('This link is not complete');
});
