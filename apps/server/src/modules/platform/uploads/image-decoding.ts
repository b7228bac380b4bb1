import type { Metadata, Sharp } from 'sharp';
import sharp from 'sharp';
import { AppError } from '../../../errors.ts';
import type { RenderingOutcome } from './image.ts';

// Bytes of strangers come in and upright pixels without metadata go out: only within a process of one picture.

/** What a picture is refused with. */
export interface DecodingRefusals {
  other: string;
  heic: string;
  damaged: string;
  pixels: string;
}

const makeUnknownPictureError = (message: string) => new AppError('UNSUPPORTED_MEDIA_TYPE', message);

/** JPEG, PNG, WebP and AVIF, and what is named. No other decoder runs in this process. */
export function prepareSharp(...others: string[]): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadHeif',
      ...others,
    ],
  });
}

/** Sends the parent what becomes of its picture, and lets the process end. */
export function sendRenderingToParent<T>(
  refusals: Pick<DecodingRefusals, 'damaged'>,
  render: (sent: Buffer) => Promise<T>,
) {
  const toRenderedImage = (image: T): RenderingOutcome<T> => ({ image });
  const toFailure = (error: unknown): RenderingOutcome<T> => {
    const { code, message } = error instanceof AppError ? error : makeUnknownPictureError(refusals.damaged);
    return { refusal: { code, message } };
  };
  process.once('message', async (sent: Buffer) => {
    process.send?.(await render(sent).then(toRenderedImage, toFailure), () => process.disconnect?.());
  });
}

/** Reads the brand of the container. */
const isHeic = (sent: Buffer): boolean => /^ftyp(?:hei|hev|mif1|msf1)/.test(sent.toString('latin1', 4, 12));

export async function readMetadata(
  sent: Buffer,
  refusals: DecodingRefusals,
  mostPixels: number,
): Promise<Metadata> {
  const imageMetadata = await sharp(sent, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw makeUnknownPictureError(isHeic(sent) ? refusals.heic : refusals.other);
    });
  const { width, height, format, compression } = imageMetadata;
  if (width * height > mostPixels) throw new AppError('PAYLOAD_TOO_LARGE', refusals.pixels);
  // HEIC has the same container as AVIF
  if (format === 'heif' && compression !== 'av1') throw makeUnknownPictureError(refusals.heic);
  return imageMetadata;
}

/** Fits the upright picture into the size. */
export async function turnUpright(
  sent: Buffer,
  { orientation = 1 }: Metadata,
  most: { width: number; height: number; pixels: number },
): Promise<Sharp> {
  const isOnItsSide = orientation >= 5;
  const [width, height] = isOnItsSide ? [most.height, most.width] : [most.width, most.height];
  const sharpImage = sharp(sent, {
    limitInputPixels: most.pixels,
    // Phone images often cause warnings, but a truncated file is an error
    failOn: 'error',
  })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  if (orientation === 1) return sharpImage;
  // After resizing, because turning needs the whole image in memory
  const turnedPng = await sharpImage.withMetadata({ orientation }).png({ compressionLevel: 0 }).toBuffer();
  return sharp(turnedPng, { autoOrient: true });
}
