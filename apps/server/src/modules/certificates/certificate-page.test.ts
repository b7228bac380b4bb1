import { certificatePath, groupCode } from '@institute/contract/certificates.constants';
import { formatDate, kampalaDay } from '@institute/contract/time';
import type { FastifyInstance } from 'fastify';
import { DomUtils, parseDocument } from 'htmlparser2';
import { beforeAll, expect, test } from 'vitest';
import { dayIn } from '../../testing/given.ts';
import { useTestApp } from '../../testing/test-app.ts';

const t = useTestApp();
let site: FastifyInstance;
beforeAll(async () => {
  site = await t.openPages();
  await t.given.account();
});

const today = formatDate(kampalaDay(new Date()));

async function issued(line: object = {}, email = 'holder@example.org') {
  const { id: programId } = await t.given.program({ name: `Diploma in ${'Tailoring '.repeat(6)}`.trim() });
  const { id: intakeId } = await t.given.intake({ programId, startsOn: dayIn(3) });
  const { id } = await t.given.graduate({ programId, intakeId, email });
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
  const { code, number } = await issued({ holder, hours: 1200, to: dayIn(40) });
  const page = await open(certificatePath(code));
  expect([page.statusCode, page.heading]).toEqual([200, 'Valid certificate']);
  expect(page.rows).toEqual([
    ['Institute', 'Kampala Vocational Institute'],
    ['Name', holder],
    ['Program', `${`Diploma in ${'Tailoring '.repeat(6)}`.slice(0, 59)}…`],
    ['Hours', '1,200'],
    ['From', formatDate(dayIn(3))],
    ['To', formatDate(dayIn(40))],
    ['Issued on', today],
    ['Signed by', 'Godfrey Ssebbowa'],
    ['Title', 'Director'],
    ['Number', number],
    ['Code', groupCode(code)],
    ['Note', 'Issued by the institute. This is not a national award of UVTAB.'],
  ]);
  expect(page.main).toContain('Compare each line with the paper.');
  expect(page.body).not.toContain('<script>alert');
  expect(page.headers['cache-control']).toBe('private, no-store');
  expect(page.body).toContain('<meta name="robots" content="noindex"/>');
  expect(page.body).toContain(`href="${certificatePath(code)}/badge"`);
});

test('withdrawn and replaced certificates say so, with the day, the reason and the new one', async () => {
  const { certificates } = t.office.admin;
  const [withdrawn, wrong] = [await issued(), await issued()];
  await certificates.withdraw.mutate({ id: withdrawn.id, reason: 'The exam was <repeated>.' });
  const next = await certificates.correct.mutate({
    id: wrong.id,
    holder: 'Ann',
    reason: 'The name was wrong.',
  });

  const first = await open(certificatePath(withdrawn.code));
  expect([first.statusCode, first.heading]).toEqual([200, 'Withdrawn certificate']);
  expect(first.main).toContain(`Withdrawn on ${today}: The exam was <repeated>.`);
  expect(first.main).not.toContain('Open Badge');
  const second = await open(certificatePath(wrong.code));
  expect([second.statusCode, second.heading]).toEqual([200, 'Replaced certificate']);
  expect(second.main).toContain(`Replaced on ${today}: The name was wrong.`);
  expect(second.body).toContain(`href="${certificatePath(next.code)}"`);
  expect(second.main).toContain(`Certificate ${next.number} replaces it`);
});

test('an unknown code is 404, and one that its holder had erased says so', async () => {
  const unknown = await open('/certificates/2222-2222-2222');
  expect([unknown.statusCode, unknown.heading]).toEqual([404, 'No such certificate']);
  expect(unknown.main).toContain('We issued no certificate with this code.');

  const email = 'erased@example.org';
  const { code, number } = await issued({ holder: 'Canary Bird' }, email);
  await t.office.admin.privacy.erase.mutate({ person: email, confirm: email });
  const erased = await open(certificatePath(code));
  expect(erased.main).toContain("This certificate can no longer be checked, at its holder's wish.");
  for (const text of ['Canary', number]) expect(erased.body).not.toContain(text);
  expect(erased.rows).toEqual([]);
});

test('every other spelling of a code leads to that of the paper', async () => {
  const { code } = await issued();
  const path = certificatePath(code);
  const spellings = [code, code.toLowerCase(), groupCode(code).toLowerCase(), `${groupCode(code)}/`];
  for (const spelling of [...spellings, encodeURIComponent(`${code.slice(0, 6)} ${code.slice(6)}`)]) {
    const { statusCode, headers } = await site.inject(`/certificates/${spelling}`);
    expect([spelling, statusCode, headers.location]).toEqual([spelling, 308, path]);
  }
  const { statusCode, headers } = await site.inject(`/Certificates/${groupCode(code)}?x=1`);
  expect([statusCode, headers.location]).toEqual([308, `${path}?x=1`]);
  expect((await site.inject(path)).statusCode).toBe(200);
  for (const odd of ['%E0%A4%A', '%ff', '%00', 'a%2Fb']) {
    expect((await site.inject(`/certificates/${odd}`)).statusCode).toBeLessThan(500);
  }
});

test('the form leads to the certificate, also without scripts', async () => {
  const form = await open('/certificates');
  expect([form.statusCode, form.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(form.body).toContain('<meta name="robots" content="noindex"/>');
  expect(form.main).toContain('Check');
  const post = async (code: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ code }).toString();
    const answer = await site.inject({ method: 'POST', url: '/certificates', headers, payload });
    return [answer.statusCode, answer.headers.location];
  };
  expect(await post(' 7kq2 m9xh-t4wz')).toEqual([303, '/certificates/7KQ2-M9XH-T4WZ']);
  expect(await post('nonsense/../admin')).toEqual([303, '/certificates/NONSENSEADMIN']);
  expect(await post('')).toEqual([303, '/certificates/']);
});
