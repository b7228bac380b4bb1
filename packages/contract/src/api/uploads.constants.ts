/** HEIC is what iPhones store. Browsers do not show it, and its decoders need a licence. */
export const heicAdvice =
  'This is a HEIC picture, which browsers do not show. iPhone: Settings › Camera › Formats › Most Compatible, or send it to yourself by WhatsApp';

/** `bytes` limits pictures and documents; `edge` is the longest stored edge in pixels. */
export const uploadLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 1000,
  edge: 1600,
} as const;

/** A path of this site that leads to an uploaded file, and to nothing that the server draws. */
export const isUploadedFile = (url: string): boolean => /^\/uploads\/[\w-]+\/[\w-][\w.-]*$/.test(url);
