import { formatLocalMoney } from '@institute/contract/money';
import { toLocalDay } from '@institute/contract/time';
import { expect, test } from 'vitest';
import { readRefusal } from '../../../../testing/app/answers.ts';
import { testPassword, useTestApp } from '../../../../testing/app/test-app.ts';

const t = await useTestApp();
const owner = t.withToken((await t.signIn()).token).admin;
const { user } = await t.given.account('bursar@imports.example');
await owner.accounts.setRole.mutate({ id: user.id, role: 'bursar' });
const bursar = t.as('bursar@imports.example').admin;
await t.given.program({ name: 'Weaving', price: 900_000 });

async function importPeople({ fees }: typeof bursar, name: string, owes: string) {
  const text = `Name,Phone,Program,Start,Owes\n${name},0772 123 456,Weaving,,${owes}\n`;
  const { hash } = await fees.planPeople.mutate({ text });
  return fees.importPeople.mutate({ text, hash });
}

test('a bursar imports the first list, and later ones are an owner’s with his password', async () => {
  expect(await importPeople(bursar, 'Grace Akello', '350000')).toMatchObject({ imported: 1 });
  // A mended list with nobody new stores nothing
  expect(await importPeople(bursar, 'Grace Akello', '350000')).toMatchObject({ imported: 0, known: 1 });
  expect(await readRefusal(importPeople(bursar, 'Brenda Friend', '0'))).toMatchObject({
    status: 403,
    message: 'People were imported before. Only an owner imports more of them',
  });
  t.wait(11 * 60_000);
  expect(await readRefusal(importPeople(owner, 'Brenda Friend', '0'))).toMatchObject({
    code: 'PASSWORD_REQUIRED',
  });
  await owner.account.confirmPassword.mutate({ currentPassword: testPassword });
  expect(await importPeople(owner, 'Brenda Friend', '0')).toMatchObject({ imported: 1 });

  const { items } = await owner.fees.control.query({ month: toLocalDay(t.now()).slice(0, 7) });
  const below = items.filter(({ kind }) => kind === 'below');
  expect(below.map(({ by, name, amount, reason }) => [by, name, amount, reason])).toEqual([
    [
      'office@example.org',
      'Brenda Friend',
      900_000,
      `Imported, owes ${formatLocalMoney(0)} of ${formatLocalMoney(900_000)}`,
    ],
    [
      'bursar@imports.example',
      'Grace Akello',
      550_000,
      `Imported, owes ${formatLocalMoney(350_000)} of ${formatLocalMoney(900_000)}`,
    ],
  ]);
});
