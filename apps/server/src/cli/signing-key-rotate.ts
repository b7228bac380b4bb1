import { contextWithoutCaller } from '../context.ts';
import { recordActivity } from '../modules/platform/activity/activity.service.ts';
import { rotateSigningKey } from '../modules/school/certificates/signing-key.service.ts';
import { runInTransaction } from '../transaction.ts';
import { readOptions, runCommand, withToolDatabase } from './tool.ts';

const USAGE = 'Usage: npm run signing-key:rotate  (signs certificates with a new key from now on)';

await runCommand(() => {
  readOptions(USAGE, {});
  return withToolDatabase({ installation: true }, ({ orm }, config) =>
    runInTransaction({ em: orm.em.fork() }, async ({ em }) => {
      const tx = { ...contextWithoutCaller, em, config, now: () => new Date() };
      const id = await rotateSigningKey(tx);
      const rotationDescription = `Made the signing key ${id} from the command line`;
      await recordActivity(tx, {
        type: 'update',
        entityType: 'certificate',
        entityId: null,
        description: rotationDescription,
      });
      return `Certificates are signed with the key ${id} from now on. Those issued before stay valid.`;
    }),
  );
});
