import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { errorCode } from '../../errors.ts';
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
    const file = join(path, smsFile(id));
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, `${to}\n\n${text}`, { mode: 0o600, flush: true });
    await rename(`${file}.part`, file);
    return { providerId: null, cost: null, state: 'sent', isFile: true };
  },
});

export const smsFile = (id: number): string => `${id}.txt`;

/** Newest first. */
export async function readSmsFiles(config: Pick<Config, 'dataDir'>, most: number): Promise<string[]> {
  const path = smsFolder(config);
  const names = await readdir(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const ids = names.flatMap((name) => /^(\d+)\.txt$/.exec(name)?.[1] ?? []).map(Number);
  const newest = ids.sort((a, b) => b - a).slice(0, most);
  return Promise.all(newest.map((id) => readFile(join(path, `${id}.txt`), 'utf8')));
}
