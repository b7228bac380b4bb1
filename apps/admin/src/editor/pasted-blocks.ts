import { postHtmlRules } from '@institute/contract/post-html';
import { readVideoId } from '@institute/contract/video';
import { parseAddress } from '@institute/contract/web-address';
import type { Schema } from '@tiptap/pm/model';
import { fixBlock, isKept, unwrapPictures } from './fixed-part.ts';
import { renameElement } from './rename-element.ts';

const PICTURE_FILE = /^[^?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;
/** Posts have none of these, and the words of each are on a line of their own. */
const LINE_SELECTOR = 'dt, dd, summary, legend, label';
const namePattern = { 'h5, h6': 'h4', [LINE_SELECTOR]: 'p' };

/** Puts links, lines and fixed parts in the place of blocks of other pages that the editor would lose. */
export function convertBlocks(page: Document, schema: Schema): void {
  for (const media of page.querySelectorAll('iframe, video, audio, object, embed')) convertMedia(media);
  for (const [words, name] of Object.entries(namePattern)) {
    for (const line of page.querySelectorAll(words)) renameElement(line, name);
  }
  for (const part of page.querySelectorAll('picture, picture > source')) part.replaceWith(...part.childNodes);
  for (const image of page.querySelectorAll('a img')) {
    const link = image.closest('a');
    const address = link?.getAttribute('href') ?? '';
    // The link opens only the same picture
    if (!address || PICTURE_FILE.test(address)) link?.replaceWith(...link.childNodes);
  }
  // Inner ones first
  for (const figure of [...page.querySelectorAll('figure')].reverse()) convertFigure(figure, schema);
  for (const image of page.querySelectorAll('a img')) {
    const link = image.closest('a');
    if (!link || link.closest('figure')) continue;
    const line = takeLine(link);
    if (isKept(link, schema)) line.replaceWith(link);
    else fixBlock(line);
  }
  unwrapPictures(page);
}

/** The paragraph of the link when it has nothing else, and otherwise a new one. */
function takeLine(link: Element): Element {
  const paragraph = link.closest('p');
  const isAlone = paragraph?.textContent.trim() === link.textContent.trim();
  if (
    paragraph &&
    isAlone &&
    paragraph.querySelectorAll('a, img').length === 1 + link.querySelectorAll('img').length
  )
    return paragraph;
  const line = link.ownerDocument.createElement('p');
  link.replaceWith(line);
  line.append(link);
  return line;
}

/** Frames of YouTube stay. The server drops other players, so that a link to each is there. */
function convertMedia(media: Element): void {
  const source = media.getAttribute('src') ?? media.getAttribute('data');
  const address = source ?? media.querySelector('source')?.getAttribute('src') ?? '';
  const url = parseAddress(address, 'https://localhost');
  const isVideo = media.localName === 'iframe' && url && postHtmlRules.videoHosts.includes(url.hostname);
  if (isVideo && readVideoId(url.href)) {
    media.setAttribute('src', url.href);
    return;
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === 'localhost') {
    media.replaceWith(...media.childNodes);
    return;
  }
  const line = media.ownerDocument.createElement('p');
  const link = media.ownerDocument.createElement('a');
  link.href = url.href;
  link.textContent = media.getAttribute('title') || url.href;
  line.append(link);
  media.replaceWith(line);
}

/** A gallery is a figure of figures, and pull quotes and videos without a caption need none. */
function convertFigure(figure: Element, schema: Schema): void {
  const caption = figure.querySelector(':scope > figcaption');
  const parts = caption ? 'img, table, blockquote, iframe' : 'img, table';
  if (figure.querySelector('figure, post-fixed') || !figure.querySelector(parts)) {
    if (caption) renameElement(caption, 'p');
    figure.replaceWith(...figure.childNodes);
  } else if (!isKept(figure, schema)) fixBlock(figure);
}
