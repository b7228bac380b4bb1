/** What visitors see of a resource that can be a draft or wait for its hour. */
export const published = (now: Date) => ({
  $or: [{ status: 'published' as const }, { status: 'scheduled' as const, publishAt: { $lte: now } }],
});

/** The same rule in a statement that has the instant as `:now`. */
export const isPublished = `(status = 'published' or (status = 'scheduled' and publish_at <= :now))`;

/** `publishAt` as the database keeps it. */
export const withInstant = <T extends { publishAt?: string | null | undefined }>(input: T) =>
  input.publishAt ? { ...input, publishAt: new Date(input.publishAt) } : input;
