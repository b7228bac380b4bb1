import type { Config } from './config/config.ts';
import { getEmailFolder } from './crypto/data-dir.ts';

type StartSettings = Pick<Config, 'publicUrl' | 'dataDir' | 'smtpUrl'>;

/** How the first account is made. The code is only for sign-up by invitation. */
export type FirstAccount = { signup: Config['adminSignup']; code: string | null };

/** The text that a start prints last on a terminal. */
export function writeStartText(config: StartSettings, first: FirstAccount | null): string {
  const { publicUrl, dataDir, smtpUrl } = config;
  return [
    `The site is at ${publicUrl} and its office at ${publicUrl}/admin.`,
    `Its data is in ${dataDir}.`,
    !smtpUrl && `Emails are not sent, they are written as files to ${getEmailFolder(config)}.`,
    first && describeFirstAccount(publicUrl, first),
    'Ctrl-C stops it.',
  ]
    .filter(Boolean)
    .join('\n');
}

function describeFirstAccount(publicUrl: string, { signup, code }: FirstAccount): string {
  if (signup === 'closed') return 'Make the first account with: npm run admin:create -- --email …';
  const setUpCodeText = code === null ? '' : ` with the set-up code ${code}`;
  return `Make the first account at ${publicUrl}/admin/signup${setUpCodeText}. It owns the institute.`;
}
