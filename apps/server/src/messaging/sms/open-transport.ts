import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { listMessageFiles, writeMessageFile } from '../message-files.ts';
import { africasTalking } from './africas-talking.ts';
import { smsGate } from './sms-gate.ts';
import type { SmsTransport } from './transport.ts';

export function smsTransport({ sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>): SmsTransport {
  if (sms?.kind === 'africastalking') return africasTalking(sms);
  if (sms?.kind === 'smsgate') return smsGate(sms);
  return folderSms(smsFolder({ dataDir }));
}

/** Used when no gateway is configured. */
export const smsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sms');

const folderSms = (path: string): SmsTransport => ({
  send: async ({ id, to, text }) => {
    await writeMessageFile(path, smsFile(id), `${to}\n\n${text}`);
    return { providerId: null, cost: null, state: 'sent', isFile: true };
  },
});

export const smsFile = (id: number): string => `${id}.txt`;

/** Newest first. */
export async function readSmsFiles(config: Pick<Config, 'dataDir'>, most: number): Promise<string[]> {
  const path = smsFolder(config);
  const ids = (await listMessageFiles(path))
    .flatMap((name) => /^(\d+)\.txt$/.exec(name)?.[1] ?? [])
    .map(Number);
  const newest = ids.sort((a, b) => b - a).slice(0, most);
  return Promise.all(newest.map((id) => readFile(join(path, `${id}.txt`), 'utf8')));
}
