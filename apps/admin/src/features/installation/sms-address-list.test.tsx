import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/answers.ts';
import { findButton, findDialog, findToast, openOffice } from '../../testing/office.tsx';

const address = (name: string) => `https://institute.example/api/v1/sms/${name}/secret-${name}`;
const addresses = {
  incoming: address('incoming'),
  reports: address('reports'),
  phone: address('phone'),
};

test('an owner reads and copies the addresses that gateways of SMS call', async () => {
  const office = await openOffice('/admin/about', {
    'account.get': { isOwner: true },
    'installation.smsAddresses': addresses,
  });
  await office.user.click(await findButton('Show Addresses'));
  for (const shown of Object.values(addresses)) await screen.findByText(shown);
  await office.user.click(await findButton('Copy the address for Delivery reports'));
  expect(await findToast('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(addresses.reports);
});

test('the addresses wait for the password, also after it was not typed at first', async () => {
  let isConfirmed = false;
  const office = await openOffice('/admin/about', {
    'account.get': { isOwner: true },
    'installation.smsAddresses': () =>
      isConfirmed ? addresses : new Refusal(403, 'PASSWORD_REQUIRED', 'Please type your password again'),
    'account.confirmPassword': () => {
      isConfirmed = true;
      return { confirmed: true };
    },
  });
  await office.user.click(await findButton('Show Addresses'));
  const first = await findDialog('Your password, please');
  await office.user.click(first.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Please type your password again');
  await office.user.click(await findButton(/^Try again/i));
  const second = await findDialog('Your password, please');
  await office.user.type(second.getByLabelText(/^Password/), 'a long test phrase');
  await office.user.click(second.getByRole('button', { name: 'Go on' }));
  await screen.findByText(addresses.incoming);
});

test('an account with the right to settings that is no owner asks for no address', async () => {
  const office = await openOffice('/admin/about', { 'account.get': { isOwner: false } });
  await screen.findByRole('heading', { level: 1, name: 'About this installation' });
  expect(office.inputs('installation.smsAddresses')).toEqual([]);
});
