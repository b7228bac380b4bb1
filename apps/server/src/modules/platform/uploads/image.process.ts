import { heicAdvice, uploadLimits } from '@institute/contract/uploads.constants';
import type { OutputInfo, Sharp } from 'sharp';
import sharp from 'sharp';
import { AppError } from '../../../errors.ts';
import {
  imageWidths,
  listStoredWidths,
  nameImageFile,
  type RenderedImage,
  type UploadFile,
} from './image.ts';
import { prepareSharp, readMetadata, sendRenderingToParent, turnUpright } from './image-decoding.ts';

/** Entry point of the process that renders one image and exits. `image.ts` starts it. */

const IMAGE_QUALITY = 80;
const MAX_IMAGE_SIZE = { width: Math.max(...imageWidths), height: 8192, pixels: uploadLimits.pixels };

const refusalMessages = {
  other: 'This is no JPEG, PNG, WebP, AVIF or GIF picture',
  heic: heicAdvice,
  damaged: 'This picture is damaged',
  pixels: 'A picture has at most 50 megapixels',
};

prepareSharp('VipsForeignLoadNsgif');
sendRenderingToParent(refusalMessages, renderImage);

async function renderImage(sent: Buffer): Promise<RenderedImage> {
  const imageMetadata = await readMetadata(sent, refusalMessages, MAX_IMAGE_SIZE.pixels);
  if ((imageMetadata.pages ?? 1) > uploadLimits.frames) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'A moving picture has at most 1,000 frames');
  }
  const { data, info } = await (await turnUpright(sent, imageMetadata, MAX_IMAGE_SIZE))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const readPixels = () => sharp(data, { raw: toRawOptions(info) });
  const renderedFiles: UploadFile[] = [];
  for (const storedWidth of listStoredWidths(width)) {
    const webpBytes = await readPixels()
      .resize({ width: storedWidth })
      .webp({ quality: IMAGE_QUALITY })
      .toBuffer();
    renderedFiles.push({ name: nameImageFile(storedWidth), bytes: webpBytes });
  }
  return { width, height, averageColour: await averageColour(readPixels()), files: renderedFiles };
}

const toRawOptions = ({ width, height, channels }: OutputInfo) => ({ width, height, channels });

async function averageColour(pixels: Sharp): Promise<string> {
  const averagePixel = await pixels
    .flatten({ background: '#fff' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const [red = 0, green = red, blue = red] = averagePixel;
  return Buffer.from([red, green, blue]).toString('hex');
}
