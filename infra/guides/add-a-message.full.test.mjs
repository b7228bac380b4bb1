import { describe, expect, test, vi } from 'vitest';
import { applyGuide, compileWithout, describeWhole, expectSuccess, readGuide } from './applied-guide.mjs';

const { text, lines } = readGuide('add-a-message');
const pieces = lines.map(([, { file, lines, before }]) => ({ file, piece: lines.join('\n'), before }));
const KIND = 'documents-to-bring';

test('a message opens at most eight files and changes at most five, and the guide shows each piece', () => {
  const named = text.match(/(?:apps|packages)\/[\w./-]+\.ts\b/g);
  const opened = new Set(named.filter((file) => !file.endsWith('.test.ts')));
  const changed = new Set(pieces.map(({ file }) => file));
  expect(opened.size).toBeLessThanOrEqual(8);
  expect(changed.size).toBeLessThanOrEqual(5);
  expect([...changed].filter((file) => !opened.has(file))).toEqual([]);
  expect(pieces.filter(({ piece }) => !text.includes(piece))).toEqual([]);
});

describe('a repository with the guide applied', { timeout: 900_000 }, () => {
  const guide = applyGuide(null, (copy) => {
    for (const { file, piece, before } of pieces) copy.insertBefore(file, piece, before);
  });

  test('does not compile without the text of the SMS', async () => {
    const [{ file, piece: line }] = pieces;
    const uses = ['src/modules/registrations/registration.messages.ts'];
    const compiled = await compileWithout(guide.copy, { workspace: 'apps/server', uses, file, line });
    expect(compiled.succeeded).toBe(false);
    expect(compiled.output).toMatch(/registration\.messages\.ts[\s\S]*"documents"/);
  });

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

      const sent = await messagesAbout(await register('Ann', { email: 'ann@example.org' }));
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
  });
});
