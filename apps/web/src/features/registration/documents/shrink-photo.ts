import { documentFaults, documentLimits } from '@institute/contract/applicant-documents.constants';
import { toHex } from './hex.ts';

/** A page as it is sent: a photo made small, or a PDF as it is. */
export interface SentFile {
  bytes: Blob;
  sha256: string;
}

/** Its message is shown to the applicant. */
export class FileRefusal extends Error {
  override name = 'FileRefusal';
}

export const PDF_TYPE = 'application/pdf';
const JPEG_TYPE = 'image/jpeg';
const PREVIEW_EDGE = 96;
const qualities = [0.8, 0.65, 0.5, 0.35];

/** JPEG, PNG, WebP, and what begins with a box `ftyp`: AVIF and HEIC. */
const photoHead = /^(?:\xff\xd8\xff|.PNG|RIFF....WEBP|....ftyp)/s;
/** HEIC, which only Apple's browsers can decode and the server cannot. */
const heicHead = /^....ftyp(?:he|mif1|msf1)/s;

/** What goes to the server. Throws a `FileRefusal`. */
export async function readFile(file: Blob): Promise<SentFile> {
  if (file.size === 0) throw new FileRefusal(documentFaults.empty);
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (head.startsWith('%PDF-')) {
    if (file.size > documentLimits.pdfBytes) throw new FileRefusal(documentFaults.largePdf);
    return addHash(file.slice(0, file.size, PDF_TYPE));
  }
  if (!photoHead.test(head)) throw new FileRefusal(documentFaults.unreadable);
  if (head.startsWith('\xff\xd8') && !isWholeJpeg(new Uint8Array(await file.arrayBuffer())))
    throw new FileRefusal(documentFaults.unreadable);
  const small = await shrinkPhoto(file);
  if (small) return addHash(small);
  // This browser cannot decode it, or lacks the memory. The server may
  if (heicHead.test(head)) throw new FileRefusal(documentFaults.unreadable);
  if (file.size > documentLimits.pageBytes) throw new FileRefusal(documentFaults.largePhoto);
  return addHash(file);
}

/** A small picture for the list, as an address. Undefined for a PDF, and for what this browser cannot decode. */
export async function drawPreview(page: Blob): Promise<string | undefined> {
  if (page.type !== JPEG_TYPE) return undefined;
  const image = await createImageBitmap(page).catch(() => undefined);
  return image && drawOnWhite(image, PREVIEW_EDGE)?.toDataURL(JPEG_TYPE, 0.6);
}

/** Some browsers draw what is missing of a photo in grey. Its end stands after its header, which may hold a smaller photo. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const readByte = (at: number) => bytes[at] ?? 0;
  let at = 2;
  while (readByte(at) === 0xff && readByte(at + 1) !== 0xda)
    at += 2 + readByte(at + 2) * 256 + readByte(at + 3);
  let mark = bytes.indexOf(0xff, at);
  while (mark >= 0 && readByte(mark + 1) !== 0xd9) mark = bytes.indexOf(0xff, mark + 1);
  return mark >= 0;
}

/**
 * JPEG of at most `documentLimits.shrunkBytes`, with a longest edge of `documentLimits.edge` or less. The photo is
 * drawn anew and upright, so that neither its place nor its time leaves the phone.
 */
async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  const drawn = image && drawOnWhite(image, documentLimits.edge);
  for (const share of [1, 0.75, 0.5]) {
    const canvas = drawn && (share === 1 ? drawn : drawOnWhite(drawn, documentLimits.edge * share));
    for (const quality of canvas ? qualities : []) {
      const bytes = await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve, JPEG_TYPE, quality));
      if (bytes && bytes.size <= documentLimits.shrunkBytes) return bytes;
    }
  }
  return null;
}

/** Upon white, because a transparent ground would become black. Frees the memory of a whole photo at once. */
function drawOnWhite(image: ImageBitmap | HTMLCanvasElement, edge: number): HTMLCanvasElement | null {
  const scale = Math.min(1, edge / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  if (image instanceof ImageBitmap) image.close();
  return pen && canvas;
}

async function addHash(bytes: Blob): Promise<SentFile> {
  return { bytes, sha256: toHex(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())) };
}
