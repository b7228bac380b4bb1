import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeFormInTab } from '../../forms/device-form.ts';
import { Refusal } from '../../testing/answers.ts';
import { email, findButton, openOffice } from '../../testing/office.tsx';

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

test('the link of an invitation is used up by its button alone, which makes the account', async () => {
  const email = 'guest@institute.example';
  const office = await openOffice(
    '/admin/invitation?token=abc',
    {
      'auth.invitation': { email },
      'auth.acceptInvitation': { email },
      '/api/v1/admin/login': { user: { id: 2, email, name: 'Guest', avatar: '' }, token: 'a.b.c' },
    },
    false,
  );
  await screen.findByText(email);
  const password = 'a phrase of my own';
  await office.user.type(screen.getByLabelText('Password'), password);
  await office.user.type(screen.getByLabelText('Confirm Password'), password);
  expect(office.inputs('auth.acceptInvitation')).toEqual([]);
  await office.user.click(await findButton('Make the Account'));
  await expect.poll(office.address).toBe('/admin');
  const sent = { token: 'abc', password, confirmPassword: password };
  expect(office.inputs('auth.acceptInvitation')).toEqual([sent]);
  expect(office.inputs('/api/v1/admin/login')).toEqual([{ email, password }]);
});

test('who was signed out while typing reads on the sign-in page that it is kept', async () => {
  const words = 'You were signed out. What you typed is kept: sign in to go on.';
  await openOffice('/admin/login', {}, false);
  await findButton('Sign In');
  expect(screen.queryByText(words)).toBeNull();
  cleanup();
  storeFormInTab({
    resource: 'post',
    email,
    id: null,
    tag: undefined,
    values: { title: 'A new workshop' },
    at: new Date().toISOString(),
  });
  await openOffice('/admin/login', {}, false);
  expect(await screen.findByText(words)).toBeTruthy();
});
