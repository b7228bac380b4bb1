import { apiPrefix } from '@institute/contract/api.constants';
import { refuseUnconfirmedPassword } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import { isSameSecret } from '../../../crypto/equal-secrets.ts';
import { deriveSecret } from '../../../crypto/signed-token.ts';

/** Kinds of notices; each has an address of its own. */
export type SmsNoticeKind = 'incoming' | 'reports' | 'phone';

export const makeSmsPath = (notice: SmsNoticeKind, token: string): string =>
  `${apiPrefix}/sms/${notice}/${token}`;

type SecretConfig = Pick<Ctx['config'], 'authSecret'>;
const deriveSmsToken = (config: SecretConfig, notice: SmsNoticeKind) =>
  deriveSecret(config, 'sms address', notice);

/** The address contains a secret: anybody who knows it can send the office messages under any number. */
export const makeSmsAddress = (
  config: SecretConfig & Pick<Ctx['config'], 'publicUrl'>,
  notice: SmsNoticeKind,
): string => config.publicUrl + makeSmsPath(notice, deriveSmsToken(config, notice));

/** Returns all addresses, which an owner enters at the gateways. */
export function readSmsAddresses(ctx: Pick<Ctx, 'actor' | 'config' | 'now'>): Record<SmsNoticeKind, string> {
  refuseUnconfirmedPassword(ctx);
  const { config } = ctx;
  return {
    incoming: makeSmsAddress(config, 'incoming'),
    reports: makeSmsAddress(config, 'reports'),
    phone: makeSmsAddress(config, 'phone'),
  };
}

export const isSmsToken = (config: SecretConfig, notice: SmsNoticeKind, token: string): boolean =>
  isSameSecret(token, deriveSmsToken(config, notice));
