import { formatBytes } from '@institute/contract/text';
import { type CSSProperties, createContext } from 'react';
import { chooseNarrowImage } from './image-source.ts';

/** Width in pixels that suits a phone. */
export const IMAGE_WIDTH = 640;
const STORED_IMAGE_PATH = /\.(?:webp|avif)$/;

export type ReadImageBytes = (address: string) => number | undefined;

/** Sizes of images, for pages that the server renders in light mode. Null in the full mode and in the browser. */
export const LightMode = createContext<ReadImageBytes | null>(null);

export const writeShowPictureText = (bytes: number | undefined) =>
  `Show picture${bytes ? ` (${formatBytes(bytes)})` : ''}`;

type LightImageProps = {
  bytesOf: ReadImageBytes;
  src: string;
  alt: string;
  /**
   * Address of the surrounding link. Because links cannot nest, the picture shows that file's size instead of
   * being a link.
   */
  linkedTo: string | undefined;
  className: string | undefined;
  style: CSSProperties;
};

/**
 * A link in place of an image. It has the size of the image, so that nothing moves when the image is shown.
 */
export function LightImage({ bytesOf, src, alt, linkedTo, ...look }: LightImageProps) {
  if (linkedTo) {
    return (
      <span data-image="" {...look}>
        {STORED_IMAGE_PATH.test(linkedTo) && <span>{writeShowPictureText(bytesOf(linkedTo))}</span>}
      </span>
    );
  }
  const narrowImageAddress = chooseNarrowImage(src, IMAGE_WIDTH);
  return (
    <a href={narrowImageAddress} data-image={alt} {...look}>
      <span>
        {writeShowPictureText(bytesOf(narrowImageAddress))}
        {alt && <span className="sr-only">{` ${alt}`}</span>}
      </span>
    </a>
  );
}
