import { heicAdvice, uploadLimits } from '@institute/contract/uploads.constants';
import type { OutputInfo, Sharp } from 'sharp';
import sharp from 'sharp';
import { AppError } from '../../../errors.ts';
import { type Image, imageWidths, listStoredWidths, nameImageFile, type UploadFile } from './image.ts';
import { prepareSharp, readMetadata, renderOnce, turnUpright } from './image-decoding.ts';

/** Entry point of the process that renders one image and exits. `image.ts` starts it. */

const IMAGE_QUALITY = 80;
const MOST = { width: Math.max(...imageWidths), height: 8192, pixels: uploadLimits.pixels };

const refusals = {
  other: 'This is no JPEG, PNG, WebP, AVIF or GIF picture',
  heic: heicAdvice,
  damaged: 'This picture is damaged',
  pixels: 'A picture has at most 50 megapixels',
};

prepareSharp('VipsForeignLoadNsgif');
renderOnce(refusals, renderImage);

async function renderImage(sent: Buffer): Promise<Image> {
  const metadata = await readMetadata(sent, refusals, MOST.pixels);
  if ((metadata.pages ?? 1) > uploadLimits.frames) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'A moving picture has at most 1,000 frames');
  }
  const { data, info } = await (await turnUpright(sent, metadata, MOST))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const readPixels = () => sharp(data, { raw: toRawOptions(info) });
  const files: UploadFile[] = [];
  for (const storedWidth of listStoredWidths(width)) {
    const bytes = await readPixels()
      .resize({ width: storedWidth })
      .webp({ quality: IMAGE_QUALITY })
      .toBuffer();
    files.push({ name: nameImageFile(storedWidth), bytes });
  }
  return { width, height, averageColour: await averageColour(readPixels()), files };
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
