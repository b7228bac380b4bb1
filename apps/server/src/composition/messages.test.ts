import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readSmsFiles } from '../messaging/sms/open-transport.ts';
import { requireSuccess } from '../testing/app/answers.ts';
import { useTestApp } from '../testing/app/test-app.ts';
import { startMailServer } from '../testing/stand-ins/mail-server.ts';

const OFFICE = 'info@institute.example';

const server = await startMailServer();
afterAll(() => server.close());
const t = await useTestApp({ SMTP_URL: server.url });
// Listening starts the mailer too.
await t.app.listen({ port: 0, host: '127.0.0.1' });
beforeEach(() => server.emails.splice(0));

test('a registration is confirmed with its reference, and the office gets a link', async () => {
  const { id: programId } = await t.given.program({ name: 'Welding' });
  const { reference } = await t.given.registration({ programId, email: 'ann@example.org' });

  const confirmation = await server.emailTo('ann@example.org');
  expect(confirmation.raw).toContain(reference);
  const notice = await server.emailTo(OFFICE);
  expect(notice.header('Subject')).toBe(`New registration ${reference}`);
  expect(notice.raw).toContain('http://localhost:3000/admin/registrations?q=');
  for (const told of ['Asthma', 'Nuts', 'Inhaler', '700 000 000', '2001', 'Uncle', 'Bo Example']) {
    expect(notice.raw).not.toContain(told);
    expect(confirmation.raw).not.toContain(told);
  }
});

test('what a stranger causes by email and SMS contains nothing that was typed', async () => {
  const { id: programId } = await t.given.program({ name: 'Welding' });
  const typed = {
    firstName: 'Typed-First pay 50k to MTN 077 212 345 6',
    lastName: 'Typed-Last',
    emergencyName: 'Typed-Emergency',
    emergencyRelation: 'Typed-Relation',
    medicalConditions: 'Typed-Condition',
    allergies: 'Typed-Allergy',
    medications: 'Typed-Medication',
  };
  await t.given.registration({ programId, email: 'di@example.org', ...typed });
  await t.given.registration({ programId, email: '', phone: '0772 000 009', ...typed });
  await t.given.message({ email: 'di@example.org', name: 'Typed-Name', message: 'Typed-Words' });
  await requireSuccess(t.visitor.api.newsletter.subscribe({ body: { email: 'ed@example.org' } }));

  const emails = [await server.emailTo('di@example.org'), await server.emailTo('ed@example.org')];
  expect(emails.map(({ header }) => header('Subject'))).toEqual([
    expect.stringMatching(/^We have received your registration/),
    'Please confirm your newsletter subscription',
  ]);
  for (const { raw } of emails) expect(raw).not.toContain('Typed-');
  const folder = { dataDir: t.config.dataDir };
  await expect
    .poll(() => readSmsFiles(folder, 1))
    .toEqual([expect.stringMatching(/Thank you\. We have your/)]);
  expect((await readSmsFiles(folder, 1)).join()).not.toContain('Typed-');
});

test('tells the applicant about a new status, but not about other changes', async () => {
  const { id } = await t.given.registration({ email: 'bo@example.org' });
  await server.emailTo('bo@example.org');
  server.emails.splice(0);
  const { registrations } = t.office.api;
  await requireSuccess(registrations.update({ params: { id }, body: { note: 'called' } }));
  await requireSuccess(registrations.update({ params: { id }, body: { status: 'accepted' } }));

  expect((await server.emailTo('bo@example.org')).header('Subject')).toMatch(
    /^Your registration REG-.*: accepted$/,
  );
  expect(server.emails.filter(({ to }) => to[0] === 'bo@example.org')).toHaveLength(1);
});

test('tells an applicant the place on the waiting list', async () => {
  const { id: intakeId, programId } = await t.given.intake({ seats: 1 });
  for (const email of ['first@example.org', 'second@example.org']) {
    const { id } = await t.given.registration({ programId, intakeId, email });
    await server.emailTo(email);
    server.emails.splice(0);
    await requireSuccess(t.office.api.registrations.update({ params: { id }, body: { status: 'waiting' } }));
  }
  const told = await server.emailTo('second@example.org');
  expect(told.header('Subject')).toMatch(/: waiting list$/);
  expect(told.raw).toContain('You are number 2 on the waiting list.');
});

test('a reply to a contact message goes to its sender', async () => {
  await t.given.message({ message: 'How much?\n<b>Ann</b>' });
  const email = await server.emailTo(OFFICE);
  expect(email.header('Subject')).toContain('Fees');
  expect(email.header('Reply-To')).toBe('Ann <ann@example.org>');
  expect(email.raw).toContain('How much?');
  expect(email.raw).toContain('&lt;b&gt;Ann&lt;/b&gt;');
});

test('typed text never becomes a header or another recipient', async () => {
  const evil = 'Hello\r\nBcc: evil@example.org\r\n\r\nbody';
  const name = 'Ann"\n<evil>, Bcc: evil';
  await t.given.message({ name, subject: evil, message: evil });
  const email = await server.emailTo(OFFICE);
  expect(email.to).toEqual([OFFICE]);
  expect(email.header('Bcc')).toBeUndefined();
  expect(email.header('Reply-To')).toMatch(/<ann@example\.org>$/);
});

test('folds a subject of the maximum length in any script', async () => {
  const subject = 'ጤና ይስጥልኝ '.repeat(30).trim().slice(0, 300);
  await t.given.message({ subject, message: 'x'.repeat(5000) });
  const { wire } = await server.emailTo(OFFICE);
  for (const line of wire.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(998);
});

test('a subscription is confirmed by the link of an email, and welcomed', async () => {
  await requireSuccess(t.visitor.api.newsletter.subscribe({ body: { email: 'Cy@example.org' } }));
  const asked = await server.emailTo('cy@example.org');
  const [, token = ''] = /\/newsletter\/confirm\?token=([\w.-]+)/.exec(asked.raw) ?? [];
  expect(asked.header('List-Unsubscribe')).toMatch(
    /^<http:\/\/localhost:3000\/newsletter\/unsubscribe\?token=[\w-]{43}>$/,
  );
  expect(asked.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  server.emails.splice(0);
  await requireSuccess(t.visitor.api.newsletter.confirm({ body: { token } }));
  expect((await server.emailTo('cy@example.org')).header('Subject')).toContain('Welcome');
});

test('a newsletter gives each reader their own unsubscribe link, and typed text never becomes a header', async () => {
  const readers = ['eve', 'fay'].map((name) => ({ to: `${name}@example.org`, token: name.padEnd(43, 'x') }));
  for (const { to, token } of readers) {
    await t.sql("insert into subscribers (email, token, state) values (?, ?, 'confirmed')", [to, token]);
  }
  const { campaigns } = t.office.admin.newsletter;
  const subject = `Grüße\r\nBcc: evil@example.org\r\n\r\n${'ጤና '.repeat(40)}`;
  const { view } = await campaigns.create.mutate({ subject, body: 'Hello\r\n\r\nreaders' });
  await campaigns.start.mutate({ id: view.id });

  for (const { to, token } of readers) {
    const email = await server.emailTo(to);
    expect(email.to).toEqual([to]);
    expect(email.header('Bcc')).toBeUndefined();
    expect(email.header('To')).toBe(to);
    expect(email.header('List-Unsubscribe')).toBe(
      `<http://localhost:3000/newsletter/unsubscribe?token=${token}>`,
    );
    expect(email.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect([email.header('Precedence'), email.header('Auto-Submitted')]).toEqual(['bulk', 'auto-generated']);
    for (const line of email.wire.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(998);
  }
  await vi.waitFor(
    async () => {
      expect((await campaigns.get.query({ id: view.id })).view).toMatchObject({
        state: 'sent',
        counts: { sent: 3 },
      });
    },
    { timeout: 60_000 },
  );
  // Cy subscribed in an earlier test.
  expect(server.emails.flatMap(({ to }) => to).sort()).toEqual(
    ['cy', 'eve', 'fay'].map((it) => `${it}@example.org`),
  );
});

test('a donor is thanked by an email with the receipt', async () => {
  const { txRef } = await t.given.donation({
    name: 'Ann Müller',
    email: 'dee@example.org',
    currency: 'UGX',
    amount: 5000,
  });
  await t.app.inject({
    method: 'POST',
    url: '/sandbox/payments',
    payload: { tx_ref: txRef, amount: 5000, currency: 'UGX', outcome: 'pay' },
  });
  await requireSuccess(t.visitor.api.donations.verify({ params: { txRef } }));

  const email = await server.emailTo('dee@example.org');
  const [number = ''] = /TEST-\d{4}-\d{6}/.exec(email.header('Subject') ?? '') ?? [];
  expect(number).not.toBe('');
  expect(email.raw).toContain(`filename=${number}.pdf`);
  expect(email.raw).toContain('UGX 5,000');
  expect(email.raw).toContain('Test mode: no money moved.');
});
