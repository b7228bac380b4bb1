import { chooseNarrowImage, readImageSource } from './image-source.ts';
import { IMAGE_WIDTH, type ReadImageBytes, writeShowPictureText } from './light-mode.tsx';

/** In pixels: the widest column of a text. */
const WIDEST_COLUMN_PX = 740;

const readAttribute = (given: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(given)?.[1] ?? '';

/** Adds widths and sizes of stored images to the HTML of a text, as the server has sanitised it. */
export const addImageSizes = (html: string): string =>
  html.replace(/<img\b([^>]*?)\s*\/?>/g, (image, given: string) => {
    const { srcSet, webp, width, height } = readImageSource(readAttribute(given, 'src'));
    if (!srcSet || !width || !height) return image;
    const shownWidth = Number(readAttribute(given, 'width')) || width;
    const otherAttributes = given.replace(/\s(?:width|height)="[^"]*"/g, '');
    const sizesAttributeText = `(min-width: 768px) ${Math.min(shownWidth, WIDEST_COLUMN_PX)}px, 82vw`;
    const sizeAttributes = `width="${shownWidth}" height="${Math.round((shownWidth * height) / width)}"`;
    return `<img${otherAttributes} srcset="${webp ?? srcSet}" sizes="${sizesAttributeText}" ${sizeAttributes} decoding="async">`;
  });

const linkOrMediaPattern = /<(\/?)a\b[^>]*>|<img\b([^>]*)>|<iframe\b([^>]*)>(?:<\/iframe>)?/g;

/** The same HTML in light mode, where a link stands for each image. */
export function toLightHtml(html: string, bytesOf: ReadImageBytes): string {
  let isInsideLink = false;
  return html.replace(linkOrMediaPattern, (part, end: string | undefined, image?: string, frame?: string) => {
    if (frame)
      return `<a href="${readAttribute(frame, 'src')}">${readAttribute(frame, 'title') || 'Open'}</a>`;
    if (!image) {
      isInsideLink = end === '';
      return part;
    }
    if (isInsideLink) return '';
    const imageAddress = chooseNarrowImage(readAttribute(image, 'src'), IMAGE_WIDTH);
    const alt = readAttribute(image, 'alt');
    return `<a href="${imageAddress}" data-image="${alt}"><span>${writeShowPictureText(bytesOf(imageAddress))} ${alt}</span></a>`;
  });
}
