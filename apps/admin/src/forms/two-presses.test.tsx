import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asOwner, findButton, findDialog, findToast, openOffice } from '../testing/office.tsx';

test('two presses before the first is drawn send the form of a dialog once', async () => {
  const office = await openOffice('/admin/accounts', {
    ...asOwner,
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
