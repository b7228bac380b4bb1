export const published = <Instant>(now: Instant) => ({
  $or: [{ status: 'published' as const }, { status: 'scheduled' as const, publishAt: { $lte: now } }],
});

/** The same condition in SQL. `now` is SQL too. */
export const isPublished = (now: string) =>
  `(status = 'published' or (status = 'scheduled' and publish_at <= ${now}))`;

export const withInstant = <T extends { publishAt?: string | null | undefined }>({
  publishAt,
  ...input
}: T) => ({
  ...input,
  ...(publishAt !== undefined && { publishAt: publishAt ? new Date(publishAt) : null }),
});
