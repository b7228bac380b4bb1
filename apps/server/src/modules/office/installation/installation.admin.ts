import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '@institute/contract/rights.constants';
import { makeProcedure, router } from '../../../admin/trpc.ts';
import { listSchedules } from '../../../background/schedules.ts';
import type { Ctx } from '../../../context.ts';
import { readOpenMigrations } from '../../../database/migrate.ts';
import { readRows, text } from '../../../sql.ts';
import { countMessages, type MessageCounts } from '../../platform/outbox/outbox-list.service.ts';
import { readStorageState } from '../../platform/uploads/storage.service.ts';
import { readSmsAddresses } from '../sms-inbox/sms-address.service.ts';
import { findLastBackup } from './backup.service.ts';
import { countFailedStarts } from './failed-start.service.ts';

const installationProcedure = makeProcedure(needs.installation);

export const installationRouter = router({
  get: installationProcedure.query(({ ctx }) => describeInstallation(ctx)),

  /** Addresses that SMS gateways call. Each holds a secret. */
  smsAddresses: makeProcedure('owner').query(({ ctx }) => readSmsAddresses(ctx)),
});

const REPOSITORY_ROOT = join(import.meta.dirname, '../../../../../..');
const DAY_MS = 24 * 60 * 60 * 1000;
/** A backup counts as old after two days, because a nightly backup may be late or fail once. */
const OLD_BACKUP_MS = 2 * DAY_MS;
const LITTLE_DISK_BYTES = 1024 ** 3;

type InstallationCtx = Pick<Ctx, 'em' | 'config' | 'changes' | 'now'>;

const hasNoSendingFailures = ({ failing, parked }: MessageCounts) => failing === 0 && parked === 0;

/** The description contains no address, path or secret. */
async function describeInstallation(ctx: InstallationCtx) {
  const [version, database, migrations, storage, mail, sms, jobs, backup, failedStarts] = await Promise.all([
    readProductVersion(),
    readDatabaseState(ctx),
    readOpenMigrations(ctx.em),
    readStorageState(ctx),
    countMessages(ctx, 'email'),
    countMessages(ctx, 'sms'),
    countJobs(ctx),
    findLastBackup(ctx),
    countFailedStarts(ctx),
  ]);
  const { config, changes, now } = ctx;
  const installationChecks = {
    migrations: migrations.pending.length === 0 && migrations.unknown.length === 0,
    changes: changes.isListening(),
    storage: storage.answers && (storage.freeBytes ?? LITTLE_DISK_BYTES) >= LITTLE_DISK_BYTES,
    // Without a mail server emails are only written to files and reach nobody
    mail: config.smtpUrl !== undefined && hasNoSendingFailures(mail),
    sms: hasNoSendingFailures(sms),
    jobs: jobs.failed === 0,
    backup:
      backup !== null && backup.missing === 0 && now().getTime() - backup.madeAt.getTime() <= OLD_BACKUP_MS,
  };
  return {
    version,
    node: process.versions.node,
    startedAt: new Date(performance.timeOrigin).toISOString(),
    database: { ...database, kind: config.databaseUrl ? ('own' as const) : ('embedded' as const) },
    migrations,
    storage,
    mail: { ...mail, kind: config.smtpUrl ? ('server' as const) : ('files' as const) },
    sms: { ...sms, kind: config.sms ? ('gateway' as const) : ('files' as const) },
    jobs,
    failedStarts,
    backup: backup && { ...backup, madeAt: backup.madeAt.toISOString() },
    checks: Object.entries(installationChecks).map(([name, isGood]) => ({
      name: name as keyof typeof installationChecks,
      isGood,
    })),
  };
}

async function readProductVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

async function readDatabaseState({ em }: Pick<Ctx, 'em'>): Promise<{ version: string; bytes: number }> {
  const [row] = await readRows(em, { version: text, bytes: text })(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
  );
  return { version: row?.version.split(' ')[0] ?? '', bytes: Number(row?.bytes ?? 0) };
}

async function countJobs(
  ctx: InstallationCtx,
): Promise<{ waiting: number; failed: number; failedNames: string[] }> {
  const jobSchedules = await listSchedules(ctx);
  const failedNames = jobSchedules.filter(({ hasFailed }) => hasFailed).map(({ name }) => name);
  const waitingJobCount = jobSchedules.filter(({ isWaiting }) => isWaiting).length;
  return { waiting: waitingJobCount, failed: failedNames.length, failedNames };
}
