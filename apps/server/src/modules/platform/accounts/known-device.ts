import { randomUUID } from 'node:crypto';
import { apiPrefix } from '@institute/contract/api.constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import type { Ctx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { makePrivateCookie, type PrivateCookie } from '../../../http/private-cookie.ts';
import type { AccountRow } from './account.entity.ts';

/** The longest lifetime that browsers accept for a cookie. */
const DEVICE_COOKIE_LIFETIME_S = 400 * 24 * 60 * 60;
const MAX_ACCOUNTS_PER_DEVICE = 10;

const deviceClaims = z.object({
  device: z.uuid(),
  accounts: z.array(z.object({ id: z.int(), deviceKey: z.uuid() })),
});

/**
 * A browser and the accounts that have signed in on it. A known device gives no access; it only affects rate limits.
 */
export type KnownDevice = z.infer<typeof deviceClaims>;
export type DeviceOwner = Pick<AccountRow, 'id' | 'deviceKey'>;

type TokenCtx = Pick<Ctx, 'config' | 'now'>;
type CookieRequest = Pick<FastifyRequest, 'cookies'>;

export async function readKnownDevice(
  ctx: TokenCtx,
  { cookies }: CookieRequest,
): Promise<KnownDevice | null> {
  const deviceToken = cookies[makeDeviceCookie(ctx.config).name];
  return deviceToken
    ? verifyToken(ctx, 'device', { token: deviceToken, claims: deviceClaims }).catch(() => null)
    : null;
}

export const isDeviceOfAccount = (device: KnownDevice | null, { id, deviceKey }: DeviceOwner): boolean =>
  device?.accounts.some((known) => known.id === id && known.deviceKey === deviceKey) ?? false;

export async function rememberDevice(
  ctx: TokenCtx,
  { request, reply }: { request: CookieRequest; reply: Pick<FastifyReply, 'setCookie'> },
  { id, deviceKey }: DeviceOwner,
): Promise<void> {
  const knownDevice = await readKnownDevice(ctx, request);
  const otherAccounts = knownDevice?.accounts.filter((each) => each.id !== id) ?? [];
  const token = await signToken(ctx, {
    purpose: 'device',
    claims: {
      device: knownDevice?.device ?? randomUUID(),
      accounts: [{ id, deviceKey }, ...otherAccounts].slice(0, MAX_ACCOUNTS_PER_DEVICE),
    } satisfies KnownDevice,
    lifetimeS: DEVICE_COOKIE_LIFETIME_S,
  });
  const { name, rules } = makeDeviceCookie(ctx.config);
  reply.setCookie(name, token, { ...rules, maxAge: DEVICE_COOKIE_LIFETIME_S });
}

type PublicUrlConfig = Pick<Config, 'publicUrl'>;

export const makeRefreshCookie = (config: PublicUrlConfig): PrivateCookie =>
  makePrivateCookie(config, 'refresh_token', `${apiPrefix}/admin`);

const makeDeviceCookie = (config: PublicUrlConfig): PrivateCookie =>
  makePrivateCookie(config, 'known_device', '/api');
