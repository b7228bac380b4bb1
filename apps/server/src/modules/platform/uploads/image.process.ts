import { heicAdvice, uploadLimits } from '@institute/contract/uploads.constants';
import type { Metadata, OutputInfo, Sharp } from 'sharp';
import sharp from 'sharp';
import { AppError } from '../../../errors.ts';
import {
  type Image,
  imageWidths,
  listStoredWidths,
  nameImageFile,
  type Rendering,
  type UploadFile,
} from './image.ts';

/** Entry point of the process that renders one image and exits. `image.ts` starts it. */

const IMAGE_QUALITY = 80;
const MAX_WIDTH = Math.max(...imageWidths);
const MAX_HEIGHT = 8192;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
    'VipsForeignLoadNsgif',
  ],
});

process.once('message', async (sent: Buffer) => {
  process.send?.(await renderImage(sent).then(toSuccess, toFailure), () => process.disconnect?.());
});

const toSuccess = (image: Image): Rendering => ({ image });
const toFailure = (error: unknown): Rendering => {
  const { code, message } = error instanceof AppError ? error : noImageError('This picture is damaged');
  return { refusal: { code, message } };
};

const noImageError = (message = 'This is no JPEG, PNG, WebP, AVIF or GIF picture') =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', message);

/** Reads the brand of the container. */
const isHeic = (sent: Buffer): boolean => /^ftyp(?:hei|hev|mif1|msf1)/.test(sent.toString('latin1', 4, 12));

async function renderImage(sent: Buffer): Promise<Image> {
  const metadata = await sharp(sent, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw isHeic(sent) ? noImageError(heicAdvice) : noImageError();
    });
  checkMetadata(metadata);

  const { data, info } = await (await turnUpright(sent, metadata))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const readPixels = () => sharp(data, { raw: toRawOptions(info) });
  const files: UploadFile[] = [];
  for (const each of listStoredWidths(width)) {
    const bytes = await readPixels().resize({ width: each }).webp({ quality: IMAGE_QUALITY }).toBuffer();
    files.push({ name: nameImageFile(each), bytes });
  }
  return { width, height, averageColour: await averageColour(readPixels()), files };
}

function checkMetadata({ width, height, pages = 1, format, compression }: Metadata): void {
  if (width * height > uploadLimits.pixels) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'A picture has at most 50 megapixels');
  }
  if (pages > uploadLimits.frames) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'A moving picture has at most 1,000 frames');
  }
  // HEIC has the same container as AVIF
  if (format === 'heif' && compression !== 'av1') throw noImageError(heicAdvice);
}

async function turnUpright(sent: Buffer, { orientation = 1 }: Metadata): Promise<Sharp> {
  const isOnItsSide = orientation >= 5;
  const [width, height] = isOnItsSide ? [MAX_HEIGHT, MAX_WIDTH] : [MAX_WIDTH, MAX_HEIGHT];
  const image = sharp(sent, {
    limitInputPixels: uploadLimits.pixels,
    // Phone images often cause warnings, but a truncated file is an error
    failOn: 'error',
  })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  if (orientation === 1) return image;
  // After resizing, because turning needs the whole image in memory
  const turned = await image.withMetadata({ orientation }).png({ compressionLevel: 0 }).toBuffer();
  return sharp(turned, { autoOrient: true });
}

const toRawOptions = ({ width, height, channels }: OutputInfo) => ({ width, height, channels });

async function averageColour(pixels: Sharp): Promise<string> {
  const pixel = await pixels
    .flatten({ background: '#fff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const [red = 0, green = red, blue = red] = pixel;
  return Buffer.from([red, green, blue]).toString('hex');
}
