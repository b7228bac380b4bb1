/** Bytes of the file, pixels of the image, and the longest edge that is kept. */
export const uploadLimits = { bytes: 10 * 1024 * 1024, pixels: 50_000_000, edge: 1600 } as const;
