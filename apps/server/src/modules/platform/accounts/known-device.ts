import { randomUUID } from 'node:crypto';
import { apiPrefix } from '@institute/contract/api.constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Config } from '../../../config/config.ts';
import type { Ctx } from '../../../context.ts';
import { signToken, verifyToken } from '../../../crypto/signed-token.ts';
import { type Cookie, makePrivateCookie } from '../../../http/private-cookie.ts';
import type { AccountRow } from './account.entity.ts';

/** The longest lifetime that browsers accept for a cookie. */
const LIFETIME_S = 400 * 24 * 60 * 60;
const MAX_ACCOUNTS = 10;

const claims = z.object({
  device: z.uuid(),
  accounts: z.array(z.object({ id: z.int(), deviceKey: z.uuid() })),
});

/** A browser and the accounts that have signed in on it. It grants no access; it only affects rate limits. */
export type KnownDevice = z.infer<typeof claims>;
export type DeviceOwner = Pick<AccountRow, 'id' | 'deviceKey'>;

type Keys = Pick<Ctx, 'config' | 'now'>;
type Cookies = Pick<FastifyRequest, 'cookies'>;

export async function readDevice(ctx: Keys, { cookies }: Cookies): Promise<KnownDevice | null> {
  const token = cookies[makeDeviceCookie(ctx.config).name];
  return token ? verifyToken(ctx, 'device', { token, claims }).catch(() => null) : null;
}

export const isKnownTo = (device: KnownDevice | null, { id, deviceKey }: DeviceOwner): boolean =>
  device?.accounts.some((known) => known.id === id && known.deviceKey === deviceKey) ?? false;

export async function rememberDevice(
  ctx: Keys,
  { request, reply }: { request: Cookies; reply: Pick<FastifyReply, 'setCookie'> },
  { id, deviceKey }: DeviceOwner,
): Promise<void> {
  const known = await readDevice(ctx, request);
  const others = known?.accounts.filter((each) => each.id !== id) ?? [];
  const token = await signToken(ctx, {
    purpose: 'device',
    claims: {
      device: known?.device ?? randomUUID(),
      accounts: [{ id, deviceKey }, ...others].slice(0, MAX_ACCOUNTS),
    } satisfies KnownDevice,
    lifetimeS: LIFETIME_S,
  });
  const { name, rules } = makeDeviceCookie(ctx.config);
  reply.setCookie(name, token, { ...rules, maxAge: LIFETIME_S });
}

type PublicUrl = Pick<Config, 'publicUrl'>;

export const refreshCookie = (config: PublicUrl): Cookie =>
  makePrivateCookie(config, 'refresh_token', `${apiPrefix}/admin`);

const makeDeviceCookie = (config: PublicUrl): Cookie => makePrivateCookie(config, 'known_device', '/api');
