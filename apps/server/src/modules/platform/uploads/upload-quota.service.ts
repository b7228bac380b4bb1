import { toLocalDay, toLocalDayBounds } from '@institute/contract/time';
import { isKeyActor } from '../../../context/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { readRows, text } from '../../../sql.ts';

const MEGABYTE = 1024 * 1024;

type QuotaCtx = Pick<Ctx, 'em' | 'config' | 'actor' | 'now'>;

/**
 * Counts the announced bytes first, so that simultaneous uploads cannot exceed the quota. Bytes that
 * did not arrive are given back.
 */
export async function runWithinQuota<Received extends { bytes: { length: number } }>(
  ctx: QuotaCtx,
  { announced, most }: { announced: number; most: number },
  receive: () => Promise<Received>,
): Promise<Received> {
  const reservedBytes = Math.min(announced, most);
  await reserveQuota(ctx, reservedBytes);
  const receivedUpload = await receive().catch(async (error) => {
    await reserveQuota(ctx, -reservedBytes);
    throw error;
  });
  await reserveQuota(ctx, receivedUpload.bytes.length - reservedBytes);
  return receivedUpload;
}

async function reserveQuota({ em, config, actor, now }: QuotaCtx, bytes: number): Promise<void> {
  const callerKey = isKeyActor(actor) ? `key ${actor.keyId}` : `account ${actor?.id}`;
  const requestTime = now();
  const localDay = toLocalDay(requestTime);
  await em.execute(
    `insert into upload_quotas (caller, day, bytes) values (?, ?, 0)
     on conflict (caller) do update set day = excluded.day, bytes = 0 where upload_quotas.day < excluded.day`,
    [callerKey, localDay],
  );
  const { uploadsPerDayMb } = config;
  const countedRows = await readRows(em, { bytes: text })(
    `update upload_quotas set bytes = greatest(bytes + ?, 0)
     where caller = ? and (? <= 0 or bytes + ? <= ?) returning bytes`,
    [bytes, callerKey, bytes, bytes, uploadsPerDayMb * MEGABYTE],
  );
  if (countedRows.length > 0) return;
  throw new AppError(
    'RATE_LIMITED',
    `This would be more than the ${uploadsPerDayMb} MB that you may upload and import in a day. Please go on tomorrow.`,
    {
      retryAfter: Math.max(1, (toLocalDayBounds(requestTime).next.getTime() - requestTime.getTime()) / 1000),
    },
  );
}
