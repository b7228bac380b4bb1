/** HEIC is what iPhones store. Browsers do not show it, and its decoders need a licence. */
export const heicHint =
  'iPhone: Settings › Camera › Formats › Most Compatible, or send it to yourself by WhatsApp';
export const heicAdvice = `This is a HEIC picture, which browsers do not show. ${heicHint}`;

/** `bytes` limits pictures and documents; `edge` is the longest stored edge in pixels. */
export const uploadLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 1000,
  edge: 1600,
} as const;

/** Name of each document format, and the type that it is served with. */
export const documentFormats = {
  pdf: { kind: 'PDF', type: 'application/pdf' },
  docx: {
    kind: 'Word',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
} as const;
export type DocumentFormat = keyof typeof documentFormats;

export const isDocumentFormat = (format: string): format is DocumentFormat =>
  Object.hasOwn(documentFormats, format);

/** `pdf` for `Fees 2027.PDF`. Undefined for a file of another kind. */
export function readDocumentFormat(name: string): DocumentFormat | undefined {
  const format = name.split('.').at(-1)?.toLowerCase() ?? '';
  return isDocumentFormat(format) ? format : undefined;
}

/** Bounds for the zip file that a Word document is. Sizes in bytes, unpacked. */
export const wordLimits = { parts: 5000, bytes: 200 * 1024 * 1024 } as const;

/** A path of this site that leads to an uploaded file, and to nothing that the server draws. */
const uploadedFile = /^\/uploads\/[\w-]+\/[\w-][\w.-]*$/;
export const isUploadedFile = (url: string): boolean => uploadedFile.test(url);
