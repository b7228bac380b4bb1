import { type Config, isLoopback, isLoopbackHost } from '../../config.ts';

type SettingWarning = 'no-trusted-proxy' | 'open-sign-up' | 'sandbox' | 'no-mail-server';

type Settings = Pick<
  Config,
  'publicUrl' | 'host' | 'trustProxy' | 'adminSignup' | 'onlineGiving' | 'smtpUrl'
>;

/** Settings that suit a trial but not a public site. */
export function settingWarnings(config: Settings): SettingWarning[] {
  const { publicUrl, host, trustProxy, adminSignup, onlineGiving, smtpUrl } = config;
  if (isLoopback(publicUrl) && isLoopbackHost(host)) return [];

  const isWarning: Record<SettingWarning, boolean> = {
    'open-sign-up': adminSignup === 'open',
    'no-trusted-proxy': publicUrl.startsWith('https:') && trustProxy.length === 0,
    sandbox: onlineGiving === 'test',
    'no-mail-server': smtpUrl === undefined,
  };
  return (Object.keys(isWarning) as SettingWarning[]).filter((warning) => isWarning[warning]);
}
