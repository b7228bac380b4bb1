/** Advice about HEIC, the format of iPhones. Browsers do not show it, and decoders for it need a licence. */
export const heicConversionHint =
  'iPhone: Settings › Camera › Formats › Most Compatible, or send it to yourself by WhatsApp';
export const heicAdvice = `This is a HEIC picture, which browsers do not show. ${heicConversionHint}`;

/** `bytes` limits pictures and documents. `edge` is the longest edge of a stored picture in pixels. */
export const uploadLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 50_000_000,
  frames: 1000,
  edge: 1600,
} as const;

/** Name of each document format, and the content type with which it is served. */
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

/** Reads the format from a file name: `pdf` for `Fees 2027.PDF`. Undefined for any other kind of file. */
export function readDocumentFormat(name: string): DocumentFormat | undefined {
  const fileNameEnding = name.split('.').at(-1)?.toLowerCase() ?? '';
  return isDocumentFormat(fileNameEnding) ? fileNameEnding : undefined;
}

/** Limits for the zip file inside a Word document, in bytes when unpacked. */
export const wordDocumentLimits = { parts: 5000, bytes: 200 * 1024 * 1024 } as const;

/** Matches a path of this site that leads to an uploaded file, and to nothing that the server draws. */
const uploadedFile = /^\/uploads\/[\w-]+\/[\w-][\w.-]*$/;
export const isUploadedFile = (url: string): boolean => uploadedFile.test(url);
