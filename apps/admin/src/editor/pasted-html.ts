import { readLinkAim } from '@institute/contract/link-aim';
import { toast } from '@institute/ui/toast.ts';
import type { Schema } from '@tiptap/pm/model';
import { countItems } from '../ui/count-items.ts';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { unwrapLayoutTables } from './layout-tables.ts';
import { convertBlocks } from './pasted-blocks.ts';
import { removeHiddenNodes, writeStyleSheetsInline } from './pasted-hidden.ts';
import { writeMarksAsTags } from './pasted-marks.ts';
import { renameElement } from './rename-element.ts';
import { makeLists } from './word-lists.ts';

const JUNK_SELECTOR = 'style, script, meta, link, title, xml';

const replacementTags = {
  'h1, p.MsoTitle': 'h2',
  'p.MsoSubtitle': 'h3',
  'p.MsoQuote, p.MsoIntenseQuote': 'blockquote',
};

/**
 * Removes what word processors add to HTML, turns their lists and styles into tags, and keeps unknown blocks
 * as fixed parts.
 */
export function cleanPastedHtml(html: string, schema: Schema): string {
  const pastedDocument = parseInertHtml(html);
  removeComments(pastedDocument);
  removeHiddenNodes(pastedDocument);
  writeStyleSheetsInline(pastedDocument);
  // The editor adds this attribute to what is copied from it
  const isCopiedFromEditor = pastedDocument.querySelector('[data-pm-slice]') !== null;
  if (!isCopiedFromEditor) makeLists(pastedDocument);
  for (const wordMark of [...pastedDocument.getElementsByTagName('o:p')]) wordMark.remove();
  for (const junkElement of pastedDocument.querySelectorAll(JUNK_SELECTOR)) junkElement.remove();
  for (const image of pastedDocument.querySelectorAll('img')) {
    // Removes images that are files on the author's computer. Images with `blob:` are being uploaded.
    if (!/^(?:https?:|blob:|\/)/.test(image.getAttribute('src') ?? '')) image.remove();
  }
  for (const [words, name] of Object.entries(replacementTags)) {
    for (const renamedElement of pastedDocument.querySelectorAll(words)) renameElement(renamedElement, name);
  }
  for (const wordParagraph of pastedDocument.querySelectorAll('[class^="Mso"]')) {
    if (!wordParagraph.textContent?.trim() && !wordParagraph.querySelector('img')) wordParagraph.remove();
  }
  removeFormFields(pastedDocument);
  writeMarksAsTags(pastedDocument);
  correctLinkAddresses(pastedDocument);
  if (!isCopiedFromEditor) unwrapLayoutTables(pastedDocument);
  convertBlocks(pastedDocument, schema);
  return pastedDocument.body.innerHTML;
}

/** Removes form fields, which no text of the site has. The words around them stay. */
function removeFormFields(page: Document) {
  for (const checkboxInput of page.querySelectorAll('li input[type="checkbox" i]'))
    if (!checkboxInput.closest('form')) checkboxInput.remove();
  const fields = page.querySelectorAll('input:not([type="hidden" i]), select, textarea');
  for (const field of fields) field.remove();
  if (fields.length > 0) toast.info(`A form was pasted without its ${countItems(fields.length, 'field')}`);
}

/**
 * Removes or corrects links that led to a place within the pasted document, which no text of the site has.
 */
function correctLinkAddresses(page: Document) {
  for (const link of page.querySelectorAll('a[href]')) {
    const linkTarget = readLinkAim(link.getAttribute('href') ?? '');
    if (linkTarget === undefined) link.replaceWith(...link.childNodes);
    else link.setAttribute('href', linkTarget);
  }
}

function removeComments(page: Document) {
  const commentIterator = page.createNodeIterator(page, NodeFilter.SHOW_COMMENT);
  for (let comment = commentIterator.nextNode(); comment; comment = commentIterator.nextNode()) {
    comment.parentNode?.removeChild(comment);
  }
}
