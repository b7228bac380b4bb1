import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findButton, findDialog, findToast, openOffice } from '../testing/office.tsx';

const account = {
  email: 'jane.doe@institute.example',
  isOwner: true,
  rights: ['content', 'registrations', 'certificates', 'settings'],
  filedChannels: [],
  secondFactor: { isOn: false, isDemanded: false, recoveryCodesLeft: 0 },
  sessions: [],
};

test('two presses before the first is drawn send the form of a dialog once', async () => {
  const office = await openOffice('/admin/accounts', {
    'account.get': account,
    'accounts.list': { accounts: [], invitations: [], canInvite: true },
    'accounts.invite': {},
  });
  await office.user.click(await findButton(/Invite/));
  const invite = await findDialog('Invite Somebody');
  await office.user.type(invite.getByLabelText(/Email/), 'new@institute.example');
  const form = invite.getByLabelText(/Email/).closest('form');
  await act(async () => {
    for (let pressed = 0; pressed < 2; pressed += 1)
      form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
  await findToast('Invitation sent successfully');
  expect(office.inputs('accounts.invite')).toHaveLength(1);
});
