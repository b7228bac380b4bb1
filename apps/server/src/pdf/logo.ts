import { isUploadedFile } from '@institute/contract/uploads.constants';
import type { FastifyInstance } from 'fastify';
import { callInProcess } from '../http/in-process-call.ts';

export interface Logo {
  width: number;
  height: number;
  png: Buffer;
  /** White without a ground of its own: it stands on a dark plate. */
  isWhite: boolean;
}

interface Room {
  width: number;
  height: number;
  /** Colour that replaces transparency. */
  ground?: string;
}

export const DARK_PLATE = '#1d1b16';
/** In pixels, before the logo is fitted into its room. */
const PLATE_EDGE = 24;

/** The institute's logo in pixels, from the uploads of this site only. */
export async function readLogo(
  app: FastifyInstance,
  url: string,
  { ground, ...room }: Room,
): Promise<Logo | undefined> {
  // The site's icons are drawn with the logo, so as a logo they would wait for themselves
  if (!isUploadedFile(url)) return undefined;
  const { statusCode, rawPayload } = await callInProcess(app, { url });
  if (statusCode !== 200) return undefined;
  const { default: sharp } = await import('sharp');
  const isWhite = isWhiteLogo(await sharp(rawPayload).resize(64).ensureAlpha().raw().toBuffer());
  const onPlate = isWhite
    ? await sharp(rawPayload)
        .flatten({ background: DARK_PLATE })
        .extend({
          top: PLATE_EDGE,
          bottom: PLATE_EDGE,
          left: PLATE_EDGE,
          right: PLATE_EDGE,
          background: DARK_PLATE,
        })
        .png()
        .toBuffer()
    : rawPayload;
  const picture = sharp(onPlate).resize({ ...room, fit: 'inside' });
  if (ground) picture.flatten({ background: ground });
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, png: data, isWhite };
}

/** `pixels` have red, green, blue and alpha. A white logo that was scaled down has a grey edge, so some may differ. */
function isWhiteLogo(pixels: Buffer): boolean {
  let seen = 0;
  let white = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    seen += 1;
    if (Math.min(red, green, blue) > 235) white += 1;
  }
  return seen < 0.98 * (pixels.length / 4) && white > 0.7 * seen;
}

export const toDataUrl = ({ png }: Logo): string => `data:image/png;base64,${png.toString('base64')}`;
