import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { listMessageFiles, writeMessageFile } from '../message-files.ts';
import { openAfricasTalking } from './africas-talking.ts';
import { openSmsGate } from './sms-gate.ts';
import type { SmsTransport } from './transport.ts';

export function openSmsTransport({ sms, dataDir }: Pick<Config, 'sms' | 'dataDir'>): SmsTransport {
  if (sms?.kind === 'africastalking') return openAfricasTalking(sms);
  if (sms?.kind === 'smsgate') return openSmsGate(sms);
  return openSmsFolder(getSmsFolder({ dataDir }));
}

/** Folder of the SMS that are written to files while no gateway is configured. */
export const getSmsFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sms');

const openSmsFolder = (path: string): SmsTransport => ({
  send: async ({ id, to, text }) => {
    await writeMessageFile(path, nameSmsFile(id), `${to}\n\n${text}`);
    return { providerId: null, cost: null, state: 'sent', isFile: true };
  },
});

export const nameSmsFile = (id: number): string => `${id}.txt`;

/** Reads SMS that were written to files, the newest first. */
export async function readSmsFiles(config: Pick<Config, 'dataDir'>, most: number): Promise<string[]> {
  const folderPath = getSmsFolder(config);
  const messageIds = (await listMessageFiles(folderPath))
    .flatMap((name) => /^(\d+)\.txt$/.exec(name)?.[1] ?? [])
    .map(Number);
  const newestIds = messageIds.sort((a, b) => b - a).slice(0, most);
  return Promise.all(newestIds.map((id) => readFile(join(folderPath, `${id}.txt`), 'utf8')));
}
