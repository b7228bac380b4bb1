import { formatBytes } from '@institute/contract/text';
import { type CSSProperties, createContext } from 'react';
import { narrowedImage } from './image-source.ts';

/** In pixels: wide enough for a phone. */
const IMAGE_WIDTH = 640;
const STORED_IMAGE = /\.(?:webp|avif)$/;

type BytesOf = (address: string) => number | undefined;

/** Sizes of images, for pages that the server renders in light mode. Null in the full mode and in the browser. */
export const LightMode = createContext<BytesOf | null>(null);

const offer = (bytes: number | undefined) => `Show picture${bytes ? ` (${formatBytes(bytes)})` : ''}`;

type LightImageProps = {
  bytesOf: BytesOf;
  src: string;
  alt: string;
  /** A link must not contain another one. It names the size of what it leads to. */
  linkedTo: string | undefined;
  className: string | undefined;
  style: CSSProperties;
};

/** Keeps the place of an image, so that nothing jumps when it comes. */
export function LightImage({ bytesOf, src, alt, linkedTo, ...look }: LightImageProps) {
  if (linkedTo) {
    return (
      <span data-image="" {...look}>
        {STORED_IMAGE.test(linkedTo) && <span>{offer(bytesOf(linkedTo))}</span>}
      </span>
    );
  }
  const address = narrowedImage(src, IMAGE_WIDTH);
  return (
    <a href={address} data-image={alt} {...look}>
      <span>
        {offer(bytesOf(address))}
        {alt && <span className="sr-only">{` ${alt}`}</span>}
      </span>
    </a>
  );
}

const parts = /<(\/?)a\b[^>]*>|<img\b([^>]*)>|<iframe\b([^>]*)>(?:<\/iframe>)?/g;
const attribute = (given: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(given)?.[1] ?? '';

/** The same for the HTML of a post, as the server has sanitised it. */
export function lightHtml(html: string, bytesOf: BytesOf): string {
  let isLinked = false;
  return html.replace(parts, (part, end: string | undefined, image?: string, frame?: string) => {
    if (frame) return `<a href="${attribute(frame, 'src')}">${attribute(frame, 'title') || 'Open'}</a>`;
    if (!image) {
      isLinked = end === '';
      return part;
    }
    if (isLinked) return '';
    const [address, alt] = [narrowedImage(attribute(image, 'src'), IMAGE_WIDTH), attribute(image, 'alt')];
    return `<a href="${address}" data-image="${alt}"><span>${offer(bytesOf(address))} ${alt}</span></a>`;
  });
}
