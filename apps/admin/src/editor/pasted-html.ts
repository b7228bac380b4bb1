import { readLinkAim } from '@institute/contract/link-aim';
import { toast } from '@institute/ui/toast.ts';
import type { Schema } from '@tiptap/pm/model';
import { countItems } from '../ui/count-items.ts';
import { parseInertHtml } from '../ui/trusted-html.ts';
import { unwrapLayoutTables } from './layout-tables.ts';
import { convertBlocks } from './pasted-blocks.ts';
import { removeHiddenNodes, writeSheetsAsStyles } from './pasted-hidden.ts';
import { writeMarksAsTags } from './pasted-marks.ts';
import { renameElement } from './rename-element.ts';
import { makeLists } from './word-lists.ts';

const JUNK_SELECTOR = 'style, script, meta, link, title, xml';

const namesOf = {
  'h1, p.MsoTitle': 'h2',
  'p.MsoSubtitle': 'h3',
  'p.MsoQuote, p.MsoIntenseQuote': 'blockquote',
};

/** Removes what word processors add to HTML, writes their lists and marks as tags, and keeps unknown blocks. */
export function cleanPasted(html: string, schema: Schema): string {
  const page = parseInertHtml(html);
  dropComments(page);
  removeHiddenNodes(page);
  writeSheetsAsStyles(page);
  // The editor copies its own parts with this
  const isOwn = page.querySelector('[data-pm-slice]') !== null;
  if (!isOwn) makeLists(page);
  for (const mark of [...page.getElementsByTagName('o:p')]) mark.remove();
  for (const element of page.querySelectorAll(JUNK_SELECTOR)) element.remove();
  for (const image of page.querySelectorAll('img')) {
    // Removes images that are files on the author's computer. Images with `blob:` are being uploaded.
    if (!/^(?:https?:|blob:|\/)/.test(image.getAttribute('src') ?? '')) image.remove();
  }
  for (const [words, name] of Object.entries(namesOf)) {
    for (const line of page.querySelectorAll(words)) renameElement(line, name);
  }
  for (const line of page.querySelectorAll('[class^="Mso"]')) {
    if (!line.textContent?.trim() && !line.querySelector('img')) line.remove();
  }
  dropFields(page);
  writeMarksAsTags(page);
  leadLinks(page);
  if (!isOwn) unwrapLayoutTables(page);
  convertBlocks(page, schema);
  return page.body.innerHTML;
}

/** No text of the site has such elements. The words around them stay. */
function dropFields(page: Document) {
  for (const box of page.querySelectorAll('li input[type="checkbox" i]'))
    if (!box.closest('form')) box.remove();
  const fields = page.querySelectorAll('input:not([type="hidden" i]), select, textarea');
  for (const field of fields) field.remove();
  if (fields.length > 0) toast.info(`A form was pasted without its ${countItems(fields.length, 'field')}`);
}

/** No text has places to which a link of its document could lead. */
function leadLinks(page: Document) {
  for (const link of page.querySelectorAll('a[href]')) {
    const aim = readLinkAim(link.getAttribute('href') ?? '');
    if (aim === undefined) link.replaceWith(...link.childNodes);
    else link.setAttribute('href', aim);
  }
}

function dropComments(page: Document) {
  const comments = page.createNodeIterator(page, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    comment.parentNode?.removeChild(comment);
  }
}
