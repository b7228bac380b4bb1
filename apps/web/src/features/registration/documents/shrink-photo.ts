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

const PDF_TYPE = 'application/pdf';
const JPEG_TYPE = 'image/jpeg';
const PREVIEW_EDGE_PX = 96;
const qualities = [0.8, 0.65, 0.5, 0.35];

/** JPEG, PNG, WebP, and what begins with a box `ftyp`: AVIF and HEIC. */
const photoHeaderPattern = /^(?:\xff\xd8\xff|.PNG|RIFF....WEBP|....ftyp)/s;
/** HEIC, which only Apple's browsers can decode and the server cannot. */
const heicHead = /^....ftyp(?:he|mif1|msf1)/s;

/** What goes to the server. Throws a `FileRefusal`. */
export async function prepareFileToSend(file: Blob): Promise<SentFile> {
  if (file.size === 0) throw new FileRefusal(documentFaults.empty);
  const fileHeader = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (fileHeader.startsWith('%PDF-')) {
    if (file.size > documentLimits.pdfBytes) throw new FileRefusal(documentFaults.largePdf);
    return addHash(file.slice(0, file.size, PDF_TYPE));
  }
  if (!photoHeaderPattern.test(fileHeader)) throw new FileRefusal(documentFaults.unreadable);
  if (fileHeader.startsWith('\xff\xd8') && !isWholeJpeg(new Uint8Array(await file.arrayBuffer())))
    throw new FileRefusal(documentFaults.unreadable);
  const shrunkPhoto = await shrinkPhoto(file);
  if (shrunkPhoto) return addHash(shrunkPhoto);
  // This browser cannot decode it, or lacks the memory. The server may
  if (heicHead.test(fileHeader)) throw new FileRefusal(documentFaults.heic);
  if (file.size > documentLimits.pageBytes) throw new FileRefusal(documentFaults.largePhoto);
  return addHash(file);
}

/** A small picture for the list, as an address. Undefined for a PDF, and for what this browser cannot decode. */
export async function drawPreview(page: Blob): Promise<string | undefined> {
  if (page.type !== JPEG_TYPE) return undefined;
  const previewBitmap = await createImageBitmap(page).catch(() => undefined);
  return previewBitmap && drawOnWhite(previewBitmap, PREVIEW_EDGE_PX)?.toDataURL(JPEG_TYPE, 0.6);
}

/** Some browsers draw what is missing of a photo in grey. Its end stands after its header, which may hold a smaller photo. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const readByte = (at: number) => bytes[at] ?? 0;
  let byteIndex = 2;
  while (readByte(byteIndex) === 0xff && readByte(byteIndex + 1) !== 0xda)
    byteIndex += 2 + readByte(byteIndex + 2) * 256 + readByte(byteIndex + 3);
  let markerIndex = bytes.indexOf(0xff, byteIndex);
  while (markerIndex >= 0 && readByte(markerIndex + 1) !== 0xd9)
    markerIndex = bytes.indexOf(0xff, markerIndex + 1);
  return markerIndex >= 0;
}

/**
 * JPEG of at most `documentLimits.shrunkBytes`, with a longest edge of `documentLimits.edge` or less. The photo is
 * drawn anew and upright, so that neither its place nor its time leaves the phone.
 */
async function shrinkPhoto(file: Blob): Promise<Blob | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  const largestCanvas = image && drawOnWhite(image, documentLimits.edge);
  for (const shareOfEdge of [1, 0.75, 0.5]) {
    const canvas =
      largestCanvas &&
      (shareOfEdge === 1 ? largestCanvas : drawOnWhite(largestCanvas, documentLimits.edge * shareOfEdge));
    for (const quality of canvas ? qualities : []) {
      const jpegBytes = await new Promise<Blob | null>((resolve) =>
        canvas?.toBlob(resolve, JPEG_TYPE, quality),
      );
      if (jpegBytes && jpegBytes.size <= documentLimits.shrunkBytes) return jpegBytes;
    }
  }
  return null;
}

/** Upon white, because a transparent ground would become black. Frees the memory of a whole photo at once. */
function drawOnWhite(image: ImageBitmap | HTMLCanvasElement, edge: number): HTMLCanvasElement | null {
  const imageScale = Math.min(1, edge / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * imageScale));
  canvas.height = Math.max(1, Math.round(image.height * imageScale));
  const drawingContext = canvas.getContext('2d');
  if (drawingContext) {
    drawingContext.fillStyle = '#fff';
    drawingContext.fillRect(0, 0, canvas.width, canvas.height);
    drawingContext.imageSmoothingQuality = 'high';
    drawingContext.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  if (image instanceof ImageBitmap) image.close();
  return drawingContext && canvas;
}

async function addHash(bytes: Blob): Promise<SentFile> {
  return { bytes, sha256: toHex(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer())) };
}
