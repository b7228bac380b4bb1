/** What visitors see of a resource that can be a draft or wait for its hour. */
export const published = (now: Date) => ({
  $or: [{ status: 'published' }, { status: 'scheduled', publishAt: { $lte: now } }],
});

/** `publishAt` as the database keeps it. */
export const withInstant = <T extends { publishAt?: string | null | undefined }>(input: T) =>
  input.publishAt ? { ...input, publishAt: new Date(input.publishAt) } : input;
