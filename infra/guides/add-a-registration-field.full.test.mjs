import { describe, expect, test } from 'vitest';
import { applyGuide, compileWithout, describeWhole, expectSuccess, readGuide } from './applied-guide.mjs';

const { text, lines } = readGuide('add-a-registration-field');
const SCHOOL = 'Gayaza High School';

test('a field of the registration takes two lines, and the guide shows each', () => {
  expect(lines).toHaveLength(2);
  expect(lines.filter(([file, { line }]) => !text.includes(file) || !text.includes(line))).toEqual([]);
});

describe('a repository with the guide applied', { timeout: 900_000 }, () => {
  const guide = applyGuide('add-school', (copy) => {
    for (const [file, { line, before }] of lines) copy.insertBefore(file, line, before);
  });

  test('does not compile without the column', async () => {
    const [, [file, { line }]] = lines;
    const uses = ['src/modules/registrations/registration.view.ts'];
    const compiled = await compileWithout(guide.copy, { workspace: 'apps/server', uses, file, line });
    expect(compiled.succeeded).toBe(false);
    expect(compiled.output).toMatch(/registration\.view\.ts[\s\S]*'"school"'/);
  });

  test.each([
    'apps/server/src/modules/registrations/registration.test.ts',
    'apps/admin/src/features/registrations/registration-sections.test.tsx',
    'apps/web/src/features/registration',
  ])('passes %s', (tests) => expectSuccess(guide.copy.run('.', 'vitest', 'run', tests)));

  describeWhole(guide, () => {
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
      expect(data).toContainEqual(expect.objectContaining({ email: fields.email, school: SCHOOL }));
      const { view } = await guide.product.query('registrations.get', { id: data[0].id });
      expect(view.school).toBe(SCHOOL);

      const columns = ['email', 'school'];
      const { path, ticket } = await guide.product.mutate('registrations.exportTicket', { columns });
      const csv = await (await guide.product.post(path, { ticket })).text();
      expect(csv).toContain(`Email,Last School\r\n${fields.email},${SCHOOL}\r\n`);
    });
  });
});
