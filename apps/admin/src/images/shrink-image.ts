import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';

const JPEG_QUALITY = 0.85;

/** Never enlarges, and limits the longer edge, by default to what the server stores. */
export function fitUploadSize(
  { width, height }: { width: number; height: number },
  edge: number = uploadLimits.edge,
) {
  const scaleFactor = Math.min(1, edge / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scaleFactor)),
    height: Math.max(1, Math.round(height * scaleFactor)),
  };
}

/**
 * Shrinks an image that does not move before the upload, because mobile data is expensive. Files that this browser
 * cannot read stay as they are.
 */
export const shrinkImage = (file: File): Promise<Blob> =>
  redrawImage(file, uploadLimits.edge, (canvas, image) => {
    const isWhole = canvas.width === image.width && canvas.height === image.height;
    // A HEIC picture is always converted, because Safari can read it and the server cannot
    return isWhole && !isHeic(file) ? file : encodeImage(canvas, file);
  });

/** A photographed paper as JPEG, upright and without its place and time. */
export const shrinkPaperPhoto = (file: File): Promise<Blob> =>
  redrawImage(file, documentLimits.edge, (canvas) =>
    canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY }),
  );

async function redrawImage(
  file: File,
  edge: number,
  encode: (canvas: OffscreenCanvas, image: ImageBitmap) => Blob | Promise<Blob>,
): Promise<Blob> {
  // Safari has `OffscreenCanvas` since version 16.4
  if (!('OffscreenCanvas' in globalThis)) return file;
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!image) return file;
  try {
    const { width, height } = fitUploadSize(image, edge);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    return await encode(canvas, image);
  } finally {
    image.close();
  }
}

/** True for HEIC pictures. Windows gives them no type, so the name counts too. */
export const isHeic = ({ name, type }: File): boolean =>
  /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** Encodes as WebP. Where a browser returns a much larger PNG instead, a JPEG photo stays a JPEG. */
async function encodeImage(canvas: OffscreenCanvas, { type }: File): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: JPEG_QUALITY });
  if (blob.type === 'image/webp' || type !== 'image/jpeg') return blob;
  return canvas.convertToBlob({ type, quality: JPEG_QUALITY });
}
