import { groupCodeDigits, makeCertificatePath } from '@institute/contract/certificates.constants';
import { toLocalDay } from '@institute/contract/time';
import { formatWholeDate } from '@institute/contract/whole-date';
import { DomUtils, parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { addDaysToToday } from '../../../testing/app/sample-bodies.ts';
import { useTestApp } from '../../../testing/app/test-app.ts';

const t = await useTestApp();
const site = await t.openPages();
await t.given.account();

const today = formatWholeDate(toLocalDay(new Date()));

async function issued(line: object = {}, email = 'holder@example.org') {
  const { id: programId } = await t.given.program({ name: `Diploma in ${'Tailoring '.repeat(6)}`.trim() });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: addDaysToToday(3) });
  const { id } = await t.given.graduate({ programId, intakeId, email });
  await t.sql('update intakes set starts_on = ? where id = ?', [addDaysToToday(-60), intakeId]);
  const { items } = await t.office.admin.certificates.issue.mutate({ registrations: [{ id, ...line }] });
  if (!items[0]) throw new Error('Nothing was issued');
  return items[0];
}
async function open(path: string) {
  const { statusCode, headers, body } = await site.inject(path);
  const document = parseDocument(body);
  const textOf = (name: string) =>
    DomUtils.getElementsByTagName(name, document.children).map((one) => DomUtils.textContent(one));
  const cells = textOf('td');
  const rows = textOf('th').map((label, place) => [label, cells[place]]);
  return { statusCode, headers, body, heading: textOf('h1')[0], rows, main: textOf('main')[0] ?? '' };
}

test('the page has every printed line, without scripts, and nobody keeps or lists it', async () => {
  const holder = `<script>alert(1)</script> "ሰላም" محمد`;
  const { code, number } = await issued({
    holder,
    hours: 1200,
    to: addDaysToToday(-1),
    result: 'Distinction',
  });
  const page = await open(makeCertificatePath(code));
  expect([page.statusCode, page.heading]).toEqual([200, 'Valid certificate']);
  expect(page.rows).toEqual([
    ['Institute', 'Kampala Vocational Institute'],
    ['Name', holder],
    ['Program', `${`Diploma in ${'Tailoring '.repeat(6)}`.slice(0, 59)}…`],
    ['Hours', '1,200'],
    ['From', formatWholeDate(addDaysToToday(-60))],
    ['To', formatWholeDate(addDaysToToday(-1))],
    ['Result', 'Distinction'],
    ['Issued on', today],
    ['Signed by', 'Godfrey Ssebbowa'],
    ['Title', 'Director'],
    ['Number', number],
    ['Code', groupCodeDigits(code)],
    ['Note', 'Issued by the institute. This is not a national award of UVTAB.'],
  ]);
  expect(page.main).toContain('Compare each line with the paper.');
  expect(page.body).not.toContain('<script>alert');
  expect(page.headers['cache-control']).toBe('private, no-store');
  expect(page.body).toContain('<meta name="robots" content="noindex"/>');
  expect(page.body).toContain(`href="${makeCertificatePath(code)}/badge"`);
});

test('a code with 8 for B is asked about, and the right one is not', async () => {
  const { code } = await issued();
  await t.sql('update certificates set code = ? where code = ?', ['BKX3M9XHT4WC', code]);
  const misread = await open('/certificates/8KX3-M9XH-T4WC');
  expect([misread.statusCode, misread.heading]).toEqual([200, 'Valid certificate']);
  expect(misread.main).toContain('Did you mean BKX3-M9XH-T4WC?');
  expect((await open('/certificates/BKX3-M9XH-T4WC')).main).not.toContain('Did you mean');
});

test('withdrawn and replaced certificates say so, with the day and whom to ask, and nothing else', async () => {
  const { certificates } = t.office.admin;
  const withdrawn = await issued();
  const wrong = await issued();
  await certificates.withdraw.mutate({ id: withdrawn.id, reason: 'The exam was <repeated>.' });
  const next = await certificates.correct.mutate({
    id: wrong.id,
    holder: 'Ann',
    reason: 'The name was wrong.',
  });

  const first = await open(makeCertificatePath(withdrawn.code));
  expect([first.statusCode, first.heading]).toEqual([200, 'Withdrawn certificate']);
  const [phone] = (await t.office.admin.site.get.query()).view.institute.phones;
  expect(first.main).toContain(`Withdrawn on ${today}. Ask the institute: ${phone}`);
  expect(first.body).not.toContain('repeated');
  expect(first.main).not.toContain('Open Badge');
  const second = await open(makeCertificatePath(wrong.code));
  expect([second.statusCode, second.heading]).toEqual([200, 'Replaced certificate']);
  expect(second.main).toContain(`Replaced on ${today}. Ask the institute: ${phone}`);
  for (const secret of [next.number, next.code, groupCodeDigits(next.code), 'wrong']) {
    expect(second.body).not.toContain(secret);
  }
});

test('an unknown code is 404, and one that its holder had erased says so', async () => {
  const unknown = await open('/certificates/2222-2222-2222');
  expect([unknown.statusCode, unknown.heading]).toEqual([404, 'No such certificate']);
  expect(unknown.main).toContain('We issued no certificate with this code.');

  const email = 'erased@example.org';
  const { code, number } = await issued({ holder: 'Canary Bird' }, email);
  await t.office.admin.privacy.erase.mutate({ person: email, confirm: email });
  const erased = await open(makeCertificatePath(code));
  expect(erased.main).toContain("This certificate can no longer be checked, at its holder's wish.");
  for (const text of ['Canary', number]) expect(erased.body).not.toContain(text);
  expect(erased.rows).toEqual([]);
});

test('every other spelling of a code leads to that of the paper', async () => {
  const { code } = await issued();
  const path = makeCertificatePath(code);
  const spellings = [
    code,
    code.toLowerCase(),
    groupCodeDigits(code).toLowerCase(),
    `${groupCodeDigits(code)}/`,
  ];
  for (const spelling of [...spellings, encodeURIComponent(`${code.slice(0, 6)} ${code.slice(6)}`)]) {
    const { statusCode, headers } = await site.inject(`/certificates/${spelling}`);
    expect([spelling, statusCode, headers.location]).toEqual([spelling, 308, path]);
  }
  const { statusCode, headers } = await site.inject(`/Certificates/${groupCodeDigits(code)}?x=1`);
  expect([statusCode, headers.location]).toEqual([308, `${path}?x=1`]);
  expect((await site.inject(path)).statusCode).toBe(200);
  for (const odd of ['%E0%A4%A', '%ff', '%00', 'a%2Fb']) {
    expect((await site.inject(`/certificates/${odd}`)).statusCode).toBeLessThan(500);
  }
});

async function post(path: string, code: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({ code }).toString();
  const {
    statusCode,
    headers: answered,
    body,
  } = await site.inject({ method: 'POST', url: path, headers, payload });
  const document = parseDocument(body);
  const [field] = DomUtils.getElementsByTagName(
    'input',
    DomUtils.getElementsByTagName('main', document.children),
  );
  const text = DomUtils.textContent(DomUtils.getElementsByTagName('main', document.children));
  return { statusCode, location: answered.location, text, typed: field?.attribs.value };
}

test('the form leads to the certificate, also without scripts', async () => {
  const form = await open('/certificates');
  expect([form.statusCode, form.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(form.body).toContain('<meta name="robots" content="noindex"/>');
  expect(form.main).toContain('Check');
  const found = { statusCode: 303, location: '/certificates/7KQ2-M9XH-T4WZ' };
  expect(await post('/certificates', ' 7kq2 m9xh-t4wz')).toMatchObject(found);
  const address = 'https://institute.example/certificates/7KQ2-M9XH-T4WZ?utm_source=x#a.b.c';
  expect(await post('/certificates', address)).toMatchObject(found);
  expect(await post('/certificates', 'nonsense/../x')).toMatchObject({
    statusCode: 400,
    typed: 'nonsense/../x',
  });
});

test('who types the printed number or a part of the code reads what to type', async () => {
  const { number, code } = await issued();
  const asNumber = 'This is the number. Type the code of twelve letters and digits that stands beside it.';
  const refused = await post('/certificates', number);
  expect([refused.statusCode, refused.typed]).toEqual([400, number]);
  expect(refused.text).toContain(asNumber);
  expect((await open(`/certificates/${number}`)).main).toContain(asNumber);
  const part = await post('/certificates', code.slice(1));
  expect(part.text).toContain('A code has twelve letters and digits.');
  expect((await post('/certificates', code.replaceAll('K', 'К'))).location).toBe(makeCertificatePath(code));
});

test('receipts have the same form', async () => {
  const form = await open('/receipts');
  expect([form.statusCode, form.heading, form.headers['cache-control']]).toEqual([
    200,
    'Check a receipt',
    'private, no-store',
  ]);
  const code = '7KQ2M9XHT4WZB6RN3DVF8PJCEY';
  expect(await post('/receipts', `http://x.example/receipts/${code.toLowerCase()}?a=b`)).toMatchObject({
    statusCode: 303,
    location: `/receipts/${code}`,
  });
  expect((await open(`/receipts/${code}`)).main).toContain('We issued no receipt with this code.');
  expect((await post('/receipts', 'FEE-2026-000007')).text).toContain('This is the number.');
  expect((await post('/receipts', code.slice(1))).text).toContain('A code has 26 letters and digits.');
});
