import { rights } from '@institute/contract/rights.constants';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { email, findButton, findDialog, findToast, openOffice, Refusal } from '../../testing/office.tsx';

const at = '2026-11-20T10:00:00.000Z';
const line = { userAgent: null, ipAddress: '127.0.0.1', lastUsedAt: at, createdAt: at };
const own = {
  email,
  isOwner: false,
  filedChannels: [],
  secondFactor: { isOn: false, isDemanded: false, recoveryCodesLeft: 0 },
  sessions: [
    { ...line, id: 1, isThis: true },
    { ...line, id: 2, isThis: false },
  ],
};
const owner = {
  id: 1,
  email,
  isOwner: true,
  isActive: true,
  hasSecondFactor: false,
  role: 'owner',
  rights: [...rights],
  createdAt: at,
  lastSignInAt: at,
  deactivatedAt: null,
};

const listed = (...accounts: object[]) => ({
  'accounts.list': { accounts, invitations: [] as object[], canInvite: true },
});
const openAccounts = (accounts: object[], more: object = {}) =>
  openOffice('/admin/accounts', {
    'account.get': { ...own, isOwner: true },
    ...listed(...accounts),
    ...more,
  });

const subjects = () =>
  within(screen.getByRole('navigation', { name: 'Accounts' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('an account finds one subject a page, and is offered nothing of an owner', async () => {
  const office = await openOffice('/admin/accounts/password', {
    'account.get': own,
    'secondFactor.state': own.secondFactor,
  });
  await screen.findByRole('heading', { level: 1, name: 'Change Your Password' });
  expect(subjects()).toEqual(['Your Password', 'Two-Step Sign-In', 'Your Sessions']);
  await office.user.click(screen.getByRole('link', { name: 'Two-Step Sign-In' }));
  await screen.findByRole('heading', { level: 1, name: 'Two-Step Sign-In' });
  await findButton('Turn on two-step sign-in');
  await office.user.click(screen.getByRole('link', { name: 'Your Sessions' }));
  await screen.findByRole('heading', { level: 1, name: 'Where You Are Signed In' });
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(office.inputs('accounts.list')).toEqual([]);
});

test('an owner finds the list of accounts and the data of a person on pages of their own', async () => {
  const office = await openAccounts([owner], {});
  await screen.findByRole('table', { name: 'Accounts' });
  expect(subjects()).toEqual([
    'All Accounts',
    'Your Password',
    'Two-Step Sign-In',
    'Your Sessions',
    'Personal Data',
  ]);
  await office.user.click(screen.getByRole('link', { name: 'Personal Data' }));
  await screen.findByLabelText(/^Whose data/);
  expect(screen.queryByRole('table')).toBeNull();
});

test.each([
  ['/admin/accounts/personal-data', /^Whose data/],
  ['/admin/accounts/password', /^Current Password/],
])('%s shows its form before the account is known', async (path, label) => {
  await openOffice(path, { 'account.get': () => new Promise(() => {}) });
  expect(await screen.findByLabelText(label)).toBeTruthy();
});

test('an account sees its sessions, ends the others, and then all of them', async () => {
  const office = await openOffice('/admin/accounts/sessions', {
    'account.get': own,
    'account.endSessions': {},
  });
  await findButton('Sign out other devices');
  const sessions = within(screen.getByRole('region', { name: 'Where You Are Signed In' }));
  expect(sessions.getAllByRole('listitem').map(({ textContent }) => /This device/.test(textContent))).toEqual(
    [true, false],
  );
  await office.user.click(await findButton('Sign out other devices'));
  expect(await findToast('Every other device is signed out')).toBeTruthy();
  await office.user.click(await findButton('Sign out everywhere'));
  const question = within(await screen.findByRole('alertdialog'));
  await office.user.click(question.getByRole('button', { name: 'Sign out everywhere' }));
  await findButton('Sign In');
  expect(office.inputs('account.endSessions')).toEqual([{ includingThis: false }, { includingThis: true }]);
  expect(localStorage.getItem('token')).toBeNull();
});

const other = { ...owner, id: 2, email: 'other@institute.example' };
const clerk = {
  ...other,
  isOwner: false,
  role: 'office',
  rights: ['content', 'registrations', 'certificates'],
};

test('ownership is not taken from the only owner', async () => {
  const office = await openAccounts([owner, { ...other, isActive: false }], {
    'accounts.setActive': {},
  });
  await findButton(`Reactivate ${other.email}`);
  expect(screen.queryByRole('button', { name: /^Role \S+@/ })).toBeNull();

  office.answer(listed(owner, other));
  await office.user.click(await findButton(`Reactivate ${other.email}`));
  await findButton(`Role ${email}`);
});

test('an owner signs another account out, after a question, where it is signed in anywhere', async () => {
  const list = (sessions: number) => listed(owner, { ...other, sessions });
  const office = await openAccounts([], { ...list(2), 'accounts.endSessions': {} });
  await office.user.click(await findButton(`Sign out ${other.email}`));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Sign this account out everywhere?' }),
  );
  await office.user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(office.inputs('accounts.endSessions')).toEqual([]);

  office.answer(list(0));
  await office.user.click(await findButton(`Sign out ${other.email}`));
  const again = within(await screen.findByRole('alertdialog'));
  await office.user.click(again.getByRole('button', { name: 'Sign out' }));
  expect(await findToast('Signed out everywhere')).toBeTruthy();
  expect(office.inputs('accounts.endSessions')).toEqual([{ id: other.id }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: `Sign out ${other.email}` })).toBeNull());
});

test('an owner changes a role and single rights, and hears why the last one stays owner', async () => {
  const office = await openAccounts([owner, clerk, { ...other, id: 3, email: 'head@institute.example' }], {
    'accounts.setRights': {},
    'accounts.setRole': {},
  });
  const open = async (address: string) => {
    await office.user.click(await findButton(`Role ${address}`));
    return findDialog('Role and Rights');
  };
  let dialog = await open(clerk.email);
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Role/ }).value).toBe('office');
  await office.user.click(dialog.getByRole('switch', { name: 'Health answers' }));
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Role/ }).selectedOptions[0]?.text).toBe(
    'Single rights',
  );
  await office.user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await findToast('Rights saved')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(office.inputs('accounts.setRights')).toEqual([
    { id: 2, rights: ['content', 'registrations', 'health', 'certificates'] },
  ]);

  dialog = await open(clerk.email);
  await office.user.selectOptions(dialog.getByRole('combobox', { name: /^Role/ }), 'Bursar');
  expect(dialog.getByRole('switch', { name: 'Fees' }).getAttribute('aria-checked')).toBe('true');
  await office.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(office.inputs('accounts.setRole')).toEqual([{ id: 2, role: 'bursar' }]);

  office.answer({ 'accounts.setRole': new Refusal(409, 'CONFLICT', 'There is always an owner') });
  dialog = await open(email);
  expect(dialog.queryByRole('switch')).toBeNull();
  await office.user.selectOptions(dialog.getByRole('combobox', { name: /^Role/ }), 'Office');
  await office.user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Nothing was changed. There is always an owner');
});

test('where emails are files, an invitation is not called sent and its link can be copied', async () => {
  const invited = 'nurse@institute.example';
  const link = 'http://localhost:3000/admin/invitation?token=a.b';
  const office = await openOffice('/admin/accounts', {
    'account.get': { ...own, isOwner: true, filedChannels: ['email', 'sms'] },
    'accounts.list': {
      accounts: [owner],
      invitations: [
        {
          id: 'a',
          email: invited,
          role: 'office',
          rights: [],
          createdAt: at,
          expiresAt: at,
          isExpired: false,
          link,
        },
      ],
      canInvite: true,
    },
    'accounts.invite': {},
  });
  await office.user.click(await findButton(`Copy Link ${invited}`));
  expect(await navigator.clipboard.readText()).toBe(link);
  await office.user.click(await findButton(`Send again ${invited}`));
  expect(await findToast('Written to a file')).toBeTruthy();

  await office.user.click(await findButton('Invite'));
  await office.user.type(within(await screen.findByRole('dialog')).getByLabelText(/^Email/), invited);
  await office.user.click(await findButton('Send Invitation'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitation' }));
  expect(dialog.getByLabelText('Link of the invitation').textContent).toBe(link);
});

test('an invitation shows what its role can and cannot do, and is sent again with it', async () => {
  const invitation = { createdAt: at, expiresAt: at, isExpired: false, isOwner: false };
  const office = await openOffice('/admin/accounts', {
    'account.get': { ...own, isOwner: true },
    'accounts.list': {
      accounts: [owner],
      invitations: [
        { ...invitation, id: 'a', email: 'nurse@institute.example', role: 'registrar', rights: [] },
      ],
      canInvite: true,
    },
    'accounts.invite': {},
  });
  await office.user.click(await findButton('Send again nurse@institute.example'));
  expect(await findToast('Invitation sent again')).toBeTruthy();
  await office.user.click(await findButton('Invite'));
  const dialog = await findDialog('Invite Somebody');
  const answers = () =>
    Object.fromEntries(
      dialog.getAllByRole('row').flatMap((row) => {
        const cell = row.querySelector('td');
        return cell ? [[row.querySelector('th')?.firstChild?.textContent, cell.textContent]] : [];
      }),
    );
  expect(answers()).toMatchObject({
    Content: 'Can',
    Registrations: 'Can',
    Fees: 'Cannot',
    Accounts: 'Cannot',
  });
  await office.user.type(dialog.getByLabelText(/^Email/), 'bursar@institute.example');
  await office.user.selectOptions(dialog.getByRole('combobox', { name: /^Role/ }), 'Bursar');
  expect(answers()).toEqual({
    Content: 'Cannot',
    Registrations: 'Reads only',
    'Health answers': 'Cannot',
    Fees: 'Can',
    Certificates: 'Cannot',
    Settings: 'Cannot',
    Accounts: 'Cannot',
  });
  await office.user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(office.inputs('accounts.invite')).toEqual([
    { email: 'nurse@institute.example', role: 'registrar' },
    { email: 'bursar@institute.example', role: 'bursar' },
  ]);
});

test('who has forgotten the password hears the same, with an account or without', async () => {
  const office = await openOffice(
    '/admin/forgot-password',
    { 'auth.requestReset': ({ email: typed }: { email: string }) => ({ email: typed }) },
    false,
  );
  await office.user.type(await screen.findByLabelText('Email'), 'nobody@institute.example');
  await office.user.click(await findButton('Send the Link'));
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toContain('If nobody@institute.example has an account'),
  );
});

test('the reason of a failed invitation stays beside its button until it is sent again', async () => {
  const office = await openAccounts([owner], {
    'accounts.invite': new Refusal(503, 'UNAVAILABLE', 'The mail server does not answer'),
  });
  await office.user.click(await findButton('Invite'));
  const form = within(await screen.findByRole('dialog', { name: 'Invite Somebody' }));
  await office.user.type(form.getByLabelText(/^Email/), 'new@institute.example');
  await office.user.click(form.getByRole('button', { name: 'Send Invitation' }));
  const line = 'Failed to send the invitation. The mail server does not answer';
  await form.findByText(line);

  office.answer({ 'accounts.invite': {} });
  await office.user.click(form.getByRole('button', { name: 'Send Invitation' }));
  expect(await findToast('Invitation sent successfully')).toBeTruthy();
  expect(screen.queryByText(line)).toBeNull();
});
