import { expect, test } from 'vitest';
import { finishImport, sendImport } from '../../../testing/app/imports.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp({ SEED_DEMO: 'false' });
// Background work runs once the product listens
await t.app.listen({ port: 0, host: '127.0.0.1' });
const admin = () => t.office.admin.imports;

const windowsBytes: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94, '’': 0x92 };
const toWindows1252 = (text: string) =>
  Buffer.from(Array.from(text, (letter) => windowsBytes[letter] ?? letter.charCodeAt(0)));

test.each([
  ['CSV of Windows', toWindows1252, ','],
  ['CSV of Windows where a comma stands in numbers', toWindows1252, ';'],
  ['CSV UTF-8', (text: string) => Buffer.from(`\ufeff${text}`), ';'],
  ['CSV UTF-8 without a byte order mark', Buffer.from, ','],
  ['Unicode Text', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), '\t'],
] as const)('what Excel saves as %s is read', async (kind, encode, delimiter) => {
  const name = `José Müller, ${kind}`;
  const rows = [
    ['Name', 'Role', 'Bio', 'Specialties', 'Notes'],
    // So long that the first piece of the file says nothing of its letters
    ['Ann', '', '', '', 'a'.repeat(150_000)],
    [`"${name}"`, 'Staff – Matron', 'Says “Café” at Ann’s', 'Care'],
  ];
  const text = rows.map((cells) => `${cells.join(delimiter)}\r\n`).join('');
  const { id } = await sendImport(t, { kind: 'coaches', file: encode(text) });
  const { create, hash, leftOut } = await admin().plan.query({ id });
  expect({ create, leftOut }).toMatchObject({ create: 1, leftOut: [{ titles: ['Line 2'] }] });
  await admin().commit.mutate({ id, hash });
  expect(await finishImport(t, id)).toMatchObject({ state: 'done' });
  expect(await t.sql(`select role, bio from coaches where name = '${name}'`)).toEqual([
    { role: 'Staff – Matron', bio: 'Says “Café” at Ann’s' },
  ]);
});

const unreadable = 'Letters of this file cannot be read. Save it as “CSV UTF-8”.';
const noText = 'This is no text file. Save it as “CSV UTF-8”.';
const beginning = 'Name,Role\nJosé,';

test.each([
  ['damaged UTF-8', Buffer.concat([Buffer.from(beginning), Buffer.from([0xc3])]), unreadable],
  ['a byte that is no letter in Windows', Buffer.from([...toWindows1252(beginning), 0x81]), unreadable],
  ['UTF-16 without a byte order mark', Buffer.from(beginning, 'utf16le'), noText],
  ['a workbook', Buffer.from('PK\x03\x04\x14\0\0\0\b\0', 'latin1'), noText],
  ['a web page', Buffer.from('<html><table><tr><td>Name'), noText],
])('%s is refused in words', async (_name, file, message) => {
  await expect(sendImport(t, { kind: 'coaches', file })).rejects.toThrow(message);
});
