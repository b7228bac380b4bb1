/** For an answer that was first given to an earlier request with the same `Idempotency-Key`. */
export function markReplay(
  reply: { header(name: string, value: string): unknown },
  { isReplayed }: { isReplayed: boolean },
): void {
  if (isReplayed) reply.header('idempotency-replayed', 'true');
}
