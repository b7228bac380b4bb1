import { isUploadedFile } from '@institute/contract/uploads.constants';
import type { FastifyInstance } from 'fastify';
import { callInProcess } from '../http/in-process-call.ts';

export interface LogoPicture {
  width: number;
  height: number;
  png: Buffer;
  /** True for a white logo without a background, which is put on a dark plate. */
  isWhite: boolean;
}

interface LogoRoomSize {
  width: number;
  height: number;
  /** Colour that replaces transparent parts. */
  ground?: string;
}

export const DARK_PLATE = '#1d1b16';
/** Width of the plate's edge in pixels, before the logo is fitted into its room. */
const PLATE_EDGE_PIXELS = 24;

/** Reads the institute's logo as pixels. Only uploads of this site are accepted. */
export async function readLogo(
  app: FastifyInstance,
  url: string,
  { ground, ...room }: LogoRoomSize,
): Promise<LogoPicture | undefined> {
  // Only uploads: the site's icons are drawn with the logo, so an icon as the logo would wait for itself
  if (!isUploadedFile(url)) return undefined;
  const { statusCode, rawPayload } = await callInProcess(app, { url });
  if (statusCode !== 200) return undefined;
  const { default: sharp } = await import('sharp');
  const hasWhiteLogo = isWhiteLogo(await sharp(rawPayload).resize(64).ensureAlpha().raw().toBuffer());
  const logoBytesToResize = hasWhiteLogo
    ? await sharp(rawPayload)
        .flatten({ background: DARK_PLATE })
        .extend({
          top: PLATE_EDGE_PIXELS,
          bottom: PLATE_EDGE_PIXELS,
          left: PLATE_EDGE_PIXELS,
          right: PLATE_EDGE_PIXELS,
          background: DARK_PLATE,
        })
        .png()
        .toBuffer()
    : rawPayload;
  const resizedLogo = sharp(logoBytesToResize).resize({ ...room, fit: 'inside' });
  if (ground) resizedLogo.flatten({ background: ground });
  const { data, info } = await resizedLogo.png().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, png: data, isWhite: hasWhiteLogo };
}

/**
 * True for a logo whose visible pixels are mostly white. A logo that was scaled down has a grey edge, so not all
 * pixels must be white. `pixels` holds red, green, blue and alpha of each.
 */
function isWhiteLogo(pixels: Buffer): boolean {
  let visiblePixels = 0;
  let whitePixels = 0;
  for (let pixelStart = 0; pixelStart < pixels.length; pixelStart += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(pixelStart, pixelStart + 4);
    if (alpha < 128) continue;
    visiblePixels += 1;
    if (Math.min(red, green, blue) > 235) whitePixels += 1;
  }
  return visiblePixels < 0.98 * (pixels.length / 4) && whitePixels > 0.7 * visiblePixels;
}

export const toDataUrl = ({ png }: LogoPicture): string => `data:image/png;base64,${png.toString('base64')}`;
