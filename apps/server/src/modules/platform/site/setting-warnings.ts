import type { SmsAudience } from '@institute/contract/site.constants';
import { type Config, isLoopbackHost, isLoopbackUrl } from '../../../config/config.ts';

type CheckedSettings = Pick<
  Config,
  'publicUrl' | 'host' | 'trustProxy' | 'adminSignup' | 'onlineGiving' | 'smtpUrl' | 'sms'
> & { smsTo: SmsAudience };

/** Settings that suit a trial but not a public site. */
export function listSettingWarnings(config: CheckedSettings) {
  const { publicUrl, host, trustProxy, adminSignup, onlineGiving, smtpUrl, sms, smsTo } = config;
  if (isLoopbackUrl(publicUrl) && isLoopbackHost(host)) return [];

  const isWarningDue = {
    'open-sign-up': adminSignup === 'open',
    'no-trusted-proxy': publicUrl.startsWith('https:') && trustProxy.length === 0,
    sandbox: onlineGiving === 'test',
    'no-mail-server': smtpUrl === undefined,
    'no-sms-gateway': sms === undefined && smsTo !== 'never',
  };
  return (Object.keys(isWarningDue) as (keyof typeof isWarningDue)[]).filter(
    (warning) => isWarningDue[warning],
  );
}
