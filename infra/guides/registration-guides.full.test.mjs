import { beforeAll, describe, expect, test, vi } from 'vitest';
import { applyGuide, compileWithout, describeWhole, expectSuccess, readGuide } from './applied-guide.mjs';

const field = readGuide('add-a-registration-field');
const message = readGuide('add-a-message');
const pieces = message.lines.map(([, { file, lines, before }]) => ({
  file,
  piece: lines.join('\n'),
  before,
}));
const SCHOOL = 'Gayaza High School';
const SPONSOR = {
  'packages/contract/src/fields/registration-fields.constants.ts':
    "  { name: 'sponsorEmail', label: 'Sponsor', step: 2, kind: 'email', contact: 'guardian', example: 'sponsor@example.org' },",
  'apps/server/src/modules/school/registrations/registration.entity.ts':
    '    sponsorEmail: optionalColumn(254),',
};
const KIND = 'documents-to-bring';

test('a field of the registration takes two lines, and the guide shows each', () => {
  const { text, lines } = field;
  expect(lines).toHaveLength(2);
  expect(lines.filter(([file, { line }]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

test('a message opens at most eight files and changes at most five, and the guide shows each piece', () => {
  const named = message.text.match(/(?:apps|packages)\/[\w./-]+\.ts\b/g);
  const opened = new Set(named.filter((file) => !file.endsWith('.test.ts')));
  const changed = new Set(pieces.map(({ file }) => file));
  expect(opened.size).toBeLessThanOrEqual(8);
  expect(changed.size).toBeLessThanOrEqual(5);
  expect([...changed].filter((file) => !opened.has(file))).toEqual([]);
  expect(pieces.filter(({ piece }) => !message.text.includes(piece))).toEqual([]);
});

// One copy for both, because compiling and building takes most of the time
describe('a repository with the guide of a field applied', { timeout: 900_000 }, () => {
  const guide = applyGuide('add-school', (copy) => {
    for (const [file, { line, before }] of field.lines) copy.insertBefore(file, line, before);
    // Also one of a contact, which is answered with the empty text
    for (const [file, { line }] of field.lines) copy.insertBefore(file, SPONSOR[file], line);
  });

  test('does not compile without the column', async () => {
    const [, [file, { line }]] = field.lines;
    const uses = ['src/modules/school/registrations/registration.view.ts'];
    const compiled = await compileWithout(guide.copy, { workspace: 'apps/server', uses, file, line });
    expect(compiled.succeeded).toBe(false);
    expect(compiled.output).toMatch(/registration\.view\.ts[\s\S]*'"school"'/);
  });

  test.each([
    'apps/server/src/modules/school/registrations/registration.test.ts',
    'apps/admin/src/features/registrations/registration-sections.test.tsx',
    'apps/web/src/features/registration',
  ])('passes %s', (tests) => expectSuccess(guide.copy.run('.', 'vitest', 'run', tests)));

  describe('and that of a message', () => {
    beforeAll(() => {
      for (const { file, piece, before } of pieces) guide.copy.insertBefore(file, piece, before);
    });

    test('does not compile without the text of the SMS', async () => {
      const [{ file, piece: line }] = pieces;
      const uses = ['src/modules/school/registrations/registration.messages.ts'];
      const compiled = await compileWithout(guide.copy, { workspace: 'apps/server', uses, file, line });
      expect(compiled.succeeded).toBe(false);
      expect(compiled.output).toMatch(/registration\.messages\.ts[\s\S]*"documents"/);
    });

    test('leaves the test of the texts that the office writes green', () =>
      expectSuccess(guide.copy.run('.', 'vitest', 'run', 'apps/admin/src/features/site/site.test.tsx')));

    test('previews it and has it in the list', async () => {
      const tests = ['message-previews', 'message-list'].map(
        (name) => `apps/server/src/composition/${name}.test.ts`,
      );
      const reporter = '--reporter=verbose';
      const output = await expectSuccess(guide.copy.run('.', 'vitest', 'run', reporter, ...tests));
      for (const channel of ['email', 'SMS'])
        expect(output).toContain(`the ${channel} ${KIND} can be looked at`);
    });

    describeWhole(guide, () => {
      describeField(guide);
      describeMessage(guide);
    });
  });
});

function describeField(guide) {
  const fields = {
    firstName: 'Ann',
    lastName: 'Example',
    email: 'ann@example.org',
    phone: '0700 000 000',
    consent: 'true',
  };
  const register = (given) => guide.product.register({ ...fields, ...given });

  test('the form asks for it, and shows it again when it is refused', async () => {
    const html = await (await guide.product.visit('/registration')).text();
    expect(html).toMatch(/<label[^>]*>Last School/);
    expect(html).toMatch(/<input[^>]* name="school"/);
    const refused = await register({ school: 'x'.repeat(201) });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('At most 200 characters');
  });

  test('the form without scripts stores it, and the office reads it over REST and in the CSV file', async () => {
    const sent = await register({ school: SCHOOL });
    expect(sent.url).toMatch(/\/registration-success$/);

    const { data } = await guide.product.rest('GET', '/registrations');
    expect(data).toContainEqual(
      expect.objectContaining({ email: fields.email, school: SCHOOL, sponsorEmail: '' }),
    );
    const { view } = await guide.product.query('registrations.get', { id: data[0].id });
    expect(view.school).toBe(SCHOOL);

    const columns = ['email', 'school'];
    const { path, ticket } = await guide.product.mutate('registrations.exportTicket', { columns });
    const csv = await (await guide.product.post(path, { ticket })).text();
    expect(csv).toContain(`Email,Last School\r\n${fields.email},${SCHOOL}\r\n`);
  });
}

function describeMessage(guide) {
  const phone = '0700 000 001';
  const register = async (firstName, fields = {}) => {
    const person = { firstName, lastName: 'Example', phone, consent: 'true' };
    const sent = await guide.product.register({ ...person, ...fields });
    expect(sent.url).toMatch(/\/registration-success$/);
    const registrations = await guide.product.rest('GET', '/registrations');
    return registrations.data.find((one) => one.firstName === firstName).reference;
  };
  const messagesAbout = async (reference) => {
    const about = () => guide.product.query('messagesOut.about', { reference });
    await vi.waitFor(
      async () => expect((await about()).map(({ state }) => state)).not.toContain('waiting'),
      60_000,
    );
    return (await about()).filter(({ kind }) => kind === KIND);
  };

  test('the office writes its SMS, and finds in the application what was sent', async () => {
    const { view, tag } = await guide.product.query('site.get');
    const { messages } = view;
    expect(messages.sms.documents).toContain('bring copies of your certificates');
    const sms = { ...messages.sms, documents: 'Bring your papers for {reference}.' };
    const changes = { messages: { ...messages, smsTo: 'always', sms } };
    await guide.product.mutate('site.update', { changes, ifMatch: tag });

    const sent = await messagesAbout(await register('Abbo', { email: 'abbo@example.org' }));
    expect(sent.map(({ channel, state }) => [channel, state]).sort()).toEqual([
      ['email', 'sent'],
      ['sms', 'sent'],
    ]);
  });

  test('a number that anybody can type gets no more of it than three SMS a day', async () => {
    // Each registration also has its confirmation by SMS
    await messagesAbout(await register('Bo'));
    const beyond = await messagesAbout(await register('Cy'));
    expect(beyond).toMatchObject([{ channel: 'sms', state: 'failed', error: 'Not sent: limit' }]);
  });
}
