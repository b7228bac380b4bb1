import { toLocalDay } from '@institute/contract/time';
import { expectClean } from '../axe.ts';
import { callOffice, makeGraduate } from '../certificates.ts';
import { test, uniqueWord } from '../story.ts';

test('axe finds nothing in the dialogs of the office', async ({ ownersOffice: office, request, account }) => {
  const lastName = uniqueWord('Dialogs');
  await makeGraduate(request, account, { firstName: 'Ann', lastName, allergies: 'Groundnuts' });
  const { id } = await callOffice(request, account, 'donations.record', {
    ...{ name: lastName, email: '', phone: '', currency: 'UGX', amount: 70, method: 'cheque', note: '' },
    ...{ receivedOn: toLocalDay(new Date()), idempotencyKey: crypto.randomUUID() },
  });
  await callOffice(request, account, 'donations.cancel', { id, reason: 'It never came' });
  const sheet = [`/admin/registrations?q=${lastName}`, `View Ann ${lastName}`];
  const dialogs: string[][] = [
    ['/admin/programs', 'New Program', 'Publish'],
    ['/admin/programs', 'Select all', 'Delete selected'],
    ['/admin/trash', 'Remove demo content'],
    ['/admin/accounts', 'Invite'],
    ['/admin/accounts', `Deactivate ${account.email}`],
    ['/admin/fees', 'Record Payment'],
    ['/admin/donations', 'Record Donation', 'Record'],
    [`/admin/donations?q=${lastName}`, `View ${lastName}`],
    [`/admin/registrations?q=${lastName}`, 'Select all', 'Change Status', 'Rejected'],
    [...sheet, 'Agreed to the terms of'],
  ];
  for (const [path = '', ...presses] of dialogs) {
    await office.goto(path);
    for (const name of presses) {
      const found = (['checkbox', 'menuitem'] as const).reduce(
        (either, role) => either.or(office.getByRole(role, { name })),
        office.getByRole('button', { name }).or(office.locator('summary', { hasText: name })),
      );
      // A dialog stands behind the rest of the document.
      await found.last().click();
    }
    await expectClean(office, [path, ...presses].join(', '));
  }
});
