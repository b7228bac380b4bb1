import { chooseNarrowImage, readImageSource } from './image-source.ts';
import { IMAGE_WIDTH, type ReadImageBytes, writePictureOffer } from './light-mode.tsx';

/** In pixels: the widest column of a text. */
const COLUMN_WIDTH = 740;

const readAttribute = (given: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(given)?.[1] ?? '';

/** Adds widths and sizes of stored images to the HTML of a text, as the server has sanitised it. */
export const addImageSizes = (html: string): string =>
  html.replace(/<img\b([^>]*?)\s*\/?>/g, (image, given: string) => {
    const { srcSet, webp, width, height } = readImageSource(readAttribute(given, 'src'));
    if (!srcSet || !width || !height) return image;
    const shownWidth = Number(readAttribute(given, 'width')) || width;
    const otherAttributes = given.replace(/\s(?:width|height)="[^"]*"/g, '');
    const sizes = `(min-width: 768px) ${Math.min(shownWidth, COLUMN_WIDTH)}px, 82vw`;
    const sizeAttributes = `width="${shownWidth}" height="${Math.round((shownWidth * height) / width)}"`;
    return `<img${otherAttributes} srcset="${webp ?? srcSet}" sizes="${sizes}" ${sizeAttributes} decoding="async">`;
  });

const linkOrMediaPattern = /<(\/?)a\b[^>]*>|<img\b([^>]*)>|<iframe\b([^>]*)>(?:<\/iframe>)?/g;

/** The same HTML in light mode, where a link stands for each image. */
export function toLightHtml(html: string, bytesOf: ReadImageBytes): string {
  let isLinked = false;
  return html.replace(linkOrMediaPattern, (part, end: string | undefined, image?: string, frame?: string) => {
    if (frame)
      return `<a href="${readAttribute(frame, 'src')}">${readAttribute(frame, 'title') || 'Open'}</a>`;
    if (!image) {
      isLinked = end === '';
      return part;
    }
    if (isLinked) return '';
    const address = chooseNarrowImage(readAttribute(image, 'src'), IMAGE_WIDTH);
    const alt = readAttribute(image, 'alt');
    return `<a href="${address}" data-image="${alt}"><span>${writePictureOffer(bytesOf(address))} ${alt}</span></a>`;
  });
}
