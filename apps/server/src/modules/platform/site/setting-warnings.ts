import type { SmsAudience } from '@institute/contract/site.constants';
import { type Config, isLoopback, isLoopbackHost } from '../../../config/config.ts';

export type SettingWarning =
  | 'no-trusted-proxy'
  | 'open-sign-up'
  | 'sandbox'
  | 'no-mail-server'
  | 'no-sms-gateway';

type Settings = Pick<
  Config,
  'publicUrl' | 'host' | 'trustProxy' | 'adminSignup' | 'onlineGiving' | 'smtpUrl' | 'sms'
> & { smsTo: SmsAudience };

/** Settings that suit a trial but not a public site. */
export function settingWarnings(config: Settings): SettingWarning[] {
  const { publicUrl, host, trustProxy, adminSignup, onlineGiving, smtpUrl, sms, smsTo } = config;
  if (isLoopback(publicUrl) && isLoopbackHost(host)) return [];

  const isWarning: Record<SettingWarning, boolean> = {
    'open-sign-up': adminSignup === 'open',
    'no-trusted-proxy': publicUrl.startsWith('https:') && trustProxy.length === 0,
    sandbox: onlineGiving === 'test',
    'no-mail-server': smtpUrl === undefined,
    'no-sms-gateway': sms === undefined && smsTo !== 'never',
  };
  return (Object.keys(isWarning) as SettingWarning[]).filter((warning) => isWarning[warning]);
}
