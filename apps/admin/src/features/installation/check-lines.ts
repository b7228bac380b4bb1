import { formatNumber } from '@institute/contract/money';
import { formatBytes } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import type { AdminAnswers } from '../../api/admin.ts';
import { countItems } from '../../ui/count-items.ts';

export type Installation = AdminAnswers['installation']['get'];
type CheckName = Installation['checks'][number]['name'];

export interface CheckLine {
  title: string;
  text: string;
  isGood: boolean;
}

const checkTexts: Record<CheckName, { title: string; text(about: Installation): string }> = {
  migrations: {
    title: 'Database',
    text: ({ database, migrations }) => describeDatabase(database, migrations),
  },
  changes: {
    title: 'Live updates',
    text: ({ checks }) =>
      isCheckGood(checks, 'changes')
        ? 'Changes show at once.'
        : 'Notices of the database do not arrive. Until they do, pages may be five seconds old.',
  },
  storage: { title: 'Uploads', text: ({ storage }) => describeStorage(storage) },
  mail: {
    title: 'Emails',
    text: ({ mail }) =>
      `${mail.kind === 'server' ? 'A mail server sends them.' : 'Emails are files, because no mail server is set.'} ${describeMessageSending(mail)}`,
  },
  sms: {
    title: 'SMS',
    text: ({ sms }) =>
      `${sms.kind === 'gateway' ? 'A gateway sends them.' : 'No gateway is set: SMS are files.'} ${describeMessageSending(sms)}`,
  },
  jobs: { title: 'Background work', text: ({ jobs }) => describeBackgroundJobs(jobs) },
  backup: {
    title: 'Last backup',
    text: ({ backup, checks }) => describeBackup(backup, isCheckGood(checks, 'backup')),
  },
};

export const listCheckLines = (about: Installation): CheckLine[] =>
  about.checks.map(({ name, isGood }) => ({
    title: checkTexts[name].title,
    text: checkTexts[name].text(about),
    isGood,
  }));

const isCheckGood = (checks: Installation['checks'], name: CheckName) =>
  checks.some((check) => check.name === name && check.isGood);

function describeDatabase(
  { bytes, kind }: Installation['database'],
  { pending, unknown }: Installation['migrations'],
): string {
  const databaseSizeText = `${formatBytes(bytes)}, ${kind === 'embedded' ? 'in the data folder' : 'on a PostgreSQL of your own'}.`;
  if (unknown.length > 0)
    return `${databaseSizeText} A newer version has changed it. Start that version here too.`;
  if (pending.length === 0) return `${databaseSizeText} No migration is pending.`;
  return `${databaseSizeText} ${countItems(pending.length, 'migration')} pending, until the next start: ${pending.join(', ')}.`;
}

function describeStorage({ kind, uploads, bytes, freeBytes, answers }: Installation['storage']): string {
  const storagePlaceText = kind === 'folder' ? 'in the data folder' : 'in the object store';
  const storageSummary =
    uploads === 0
      ? `No upload ${storagePlaceText}.`
      : `${countItems(uploads, 'upload')} ${storagePlaceText}, ${formatBytes(bytes)}.`;
  if (!answers) return `${storageSummary} The store does not answer, or refuses its key.`;
  return freeBytes === null
    ? storageSummary
    : `${storageSummary} ${formatBytes(freeBytes)} of the disk are free.`;
}

function describeMessageSending({
  waiting,
  failing,
  parked,
  sentToday,
}: Installation['mail' | 'sms']): string {
  const failedText = failing > 0 ? `, ${formatNumber(failing)} of them failed before` : '';
  return `${formatNumber(sentToday)} sent today, ${formatNumber(waiting)} waiting${failedText}, ${formatNumber(parked)} given up.`;
}

function describeBackgroundJobs(jobs: Installation['jobs']): string {
  const failedJobsText =
    jobs.failed === 0
      ? 'none failed in the last day'
      : `${formatNumber(jobs.failed)} failed in the last day (${jobs.failedNames.join(', ')})`;
  return `${countItems(jobs.waiting, 'job')} waiting, ${failedJobsText}.`;
}

function describeBackup(backup: Installation['backup'], isGood: boolean): string {
  if (!backup) return 'None has been made yet.';
  const { madeAt, rows, files, missing } = backup;
  const summary = `${formatDateTime(madeAt)}: ${countItems(rows, 'row')} and ${countItems(files, 'file')}.`;
  if (missing > 0) return `${summary} ${countItems(missing, 'file')} of pictures were missing.`;
  return isGood ? summary : `${summary} That is more than two days ago.`;
}
