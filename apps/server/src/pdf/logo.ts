import type { FastifyInstance } from 'fastify';
import { inProcessCall } from '../http/in-process-call.ts';

export interface Logo {
  width: number;
  height: number;
  png: Buffer;
}

interface Room {
  width: number;
  height: number;
  /** Takes the place of what is transparent. */
  ground?: string;
}

/** The institute's logo in pixels, from this site only. */
export async function readLogo(
  app: FastifyInstance,
  url: string,
  { ground, ...room }: Room,
): Promise<Logo | undefined> {
  if (!url.startsWith('/') || url.startsWith('//')) return undefined;
  const { statusCode, rawPayload } = await inProcessCall(app, { url });
  if (statusCode !== 200) return undefined;
  const { default: sharp } = await import('sharp');
  const picture = sharp(rawPayload).resize({ ...room, fit: 'inside' });
  if (ground) picture.flatten({ background: ground });
  const { data, info } = await picture.png().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, png: data };
}

export const toDataUrl = ({ png }: Logo): string => `data:image/png;base64,${png.toString('base64')}`;
