import { postHtmlRules } from '@institute/contract/post-html';
import { readVideoId } from '@institute/contract/video';
import { parseAddress } from '@institute/contract/web-address';
import type { Schema } from '@tiptap/pm/model';
import { editorKeepsBlock, movePicturesOutOfParagraphs, replaceWithFixedPart } from './fixed-part.ts';
import { renameElement } from './rename-element.ts';

const PICTURE_FILE_PATTERN = /^[^?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;
/** Elements that posts do not have. The words of each become a line of their own. */
const LINE_SELECTOR = 'dt, dd, summary, legend, label';
const replacementTags = { 'h5, h6': 'h4', [LINE_SELECTOR]: 'p' };

/** Blocks of other pages that the editor would lose become links, lines or fixed parts. */
export function convertBlocks(page: Document, schema: Schema): void {
  for (const mediaElement of page.querySelectorAll('iframe, video, audio, object, embed'))
    convertMedia(mediaElement);
  for (const [words, name] of Object.entries(replacementTags)) {
    for (const renamedElement of page.querySelectorAll(words)) renameElement(renamedElement, name);
  }
  for (const pictureWrapper of page.querySelectorAll('picture, picture > source'))
    pictureWrapper.replaceWith(...pictureWrapper.childNodes);
  for (const image of page.querySelectorAll('a img')) {
    const link = image.closest('a');
    const linkAddress = link?.getAttribute('href') ?? '';
    // Such a link only opens the same picture
    if (!linkAddress || PICTURE_FILE_PATTERN.test(linkAddress)) link?.replaceWith(...link.childNodes);
  }
  // Inner figures first
  for (const figure of [...page.querySelectorAll('figure')].reverse()) convertFigure(figure, schema);
  for (const image of page.querySelectorAll('a img')) {
    const link = image.closest('a');
    if (!link || link.closest('figure')) continue;
    const linkParagraph = moveLinkToOwnLine(link);
    if (editorKeepsBlock(link, schema)) linkParagraph.replaceWith(link);
    else replaceWithFixedPart(linkParagraph);
  }
  movePicturesOutOfParagraphs(page);
}

/** Returns the paragraph of the link if nothing else is in it, and otherwise a new paragraph. */
function moveLinkToOwnLine(link: Element): Element {
  const paragraphOfLink = link.closest('p');
  const isLinkAlone = paragraphOfLink?.textContent.trim() === link.textContent.trim();
  if (
    paragraphOfLink &&
    isLinkAlone &&
    paragraphOfLink.querySelectorAll('a, img').length === 1 + link.querySelectorAll('img').length
  )
    return paragraphOfLink;
  const line = link.ownerDocument.createElement('p');
  link.replaceWith(line);
  line.append(link);
  return line;
}

/** YouTube frames stay. The server drops other players, so a link replaces each of them. */
function convertMedia(media: Element): void {
  const mediaSource = media.getAttribute('src') ?? media.getAttribute('data');
  const address = mediaSource ?? media.querySelector('source')?.getAttribute('src') ?? '';
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

/**
 * Figures without a caption are unwrapped, such as pull quotes and videos. A gallery is a figure that
 * contains figures.
 */
function convertFigure(figure: Element, schema: Schema): void {
  const caption = figure.querySelector(':scope > figcaption');
  const figureContent = caption ? 'img, table, blockquote, iframe' : 'img, table';
  if (figure.querySelector('figure, post-fixed') || !figure.querySelector(figureContent)) {
    if (caption) renameElement(caption, 'p');
    figure.replaceWith(...figure.childNodes);
  } else if (!editorKeepsBlock(figure, schema)) replaceWithFixedPart(figure);
}
