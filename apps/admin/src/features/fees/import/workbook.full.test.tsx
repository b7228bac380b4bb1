import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../../testing/answers.ts';
import { asOwner, findButton, openOffice } from '../../../testing/office.tsx';

const planned = {
  hash: 'a'.repeat(64),
  method: 'mtn',
  headings: ['Date', 'Id', 'Amount'],
  from: { day: 'Date', operatorId: 'Id', amount: 'Amount', balance: null },
  missing: [],
  unheld: [],
  sheets: [],
  lines: [],
} satisfies Answer<'fees.plan'>;

const sheet = { name: 'Class A', isHidden: false, isRead: true, lines: 2 };

test('a workbook says what it hides, which is read when it is asked for', async () => {
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.planFile': { ...planned, text: 'Date,Id,Amount', hidden: { rows: 12, columns: 1 } },
  });
  await office.user.upload(
    await screen.findByLabelText('File'),
    new File([new Uint8Array([0x50, 0x4b, 3, 4, 0])], 'a.xlsx'),
  );
  await screen.findByText('12 rows and 1 column are hidden in the file');
  await office.user.click(await findButton('Read Hidden Cells Too'));
  await screen.findByText(/and are read too/);
  expect(office.inputs('fees.planFile')).toMatchObject([{ withHidden: false }, { withHidden: true }]);
});

test('of sheets with other headings the office chooses', async () => {
  const unread = [
    { ...sheet, isRead: false },
    { ...sheet, name: 'Class B', isRead: false },
  ];
  const office = await openOffice('/admin/fees/import', {
    ...asOwner,
    'fees.plan': { ...planned, headings: [], lines: [], sheets: unread },
  });
  await office.user.type(await screen.findByLabelText('Lines'), 'x');
  await office.user.click(await findButton('Preview'));
  expect(await screen.findByText(/Their headings differ/)).toBeTruthy();
  office.answer({ 'fees.plan': planned });
  await office.user.click(screen.getByLabelText('Class B (2 lines)'));
  await office.user.click(await findButton('Read These Sheets'));
  await waitFor(() => expect(screen.queryByText(/Their headings differ/)).toBeNull());
  expect(office.inputs('fees.plan').at(-1)).toEqual({ text: 'x', sheets: ['Class B'] });
});
