/** `bytes` limits pictures and documents; `edge` is the longest stored edge in pixels. */
export const uploadLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 1000,
  edge: 1600,
} as const;
