import { afterAll, expect, test } from 'vitest';
import { useTestApp } from '../testing/app/test-app.ts';
import { runCommand, toDatabaseUrl } from '../testing/processes/command.ts';
import { makeTemporaryFolder } from '../testing/processes/temporary-folder.ts';

const DATA_KEY = Buffer.alloc(32, 5).toString('base64');

const folder = makeTemporaryFolder();
const t = await useTestApp({ DATA_KEY });
afterAll(() => folder.remove());

const rotate = () =>
  runCommand('signing-key-rotate', [], {
    DATA_DIR: folder.path,
    DATABASE_URL: toDatabaseUrl(t.db.connection),
    AUTH_SECRET: 'x'.repeat(32),
    DATA_KEY,
  });
async function issue() {
  const { code } = await t.given.certificate();
  const { body } = await t.visitor.api.certificates.get({ params: { code } });
  const [header = ''] = (body as { data: { jws: string } }).data.jws.split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
}

test('signing-key:rotate makes a key with which the running product signs at once, and is recorded', async () => {
  const former = await issue();
  const rotated = await rotate();
  expect(rotated).toMatchObject({ code: 0, stderr: '' });
  const [, kid] =
    /^Certificates are signed with the key ([\w-]{8}) from now on\. /.exec(rotated.stdout) ?? [];
  expect(kid).not.toBe(former);
  expect(await issue()).toBe(kid);
  const { items } = await t.office.admin.activity.list.query({ entityType: 'certificate' });
  expect(items.map(({ description }) => description)).toContain(
    `Made the signing key ${kid} from the command line`,
  );
});
