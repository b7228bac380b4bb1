import { inertHtml } from '../../ui/trusted-html.ts';
import { unwrapLayoutTables } from './layout-tables.ts';
import { renameElement } from './rename-element.ts';
import { makeLists } from './word-lists.ts';

const JUNK = 'style, script, meta, link, title, xml, o\\:p, .MsoNormal:empty';

const namesOf = {
  'h1, p.MsoTitle': 'h2',
  'p.MsoSubtitle': 'h3',
  'p.MsoQuote, p.MsoIntenseQuote': 'blockquote',
};

/** Removes what word processors add to HTML, and turns their list paragraphs into lists. */
export function cleanPasted(html: string): string {
  const page = inertHtml(html);
  dropComments(page);
  makeLists(page);
  for (const element of page.querySelectorAll(JUNK)) element.remove();
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
  unwrapLayoutTables(page);
  return page.body.innerHTML;
}

function dropComments(page: Document) {
  const comments = page.createNodeIterator(page, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    comment.parentNode?.removeChild(comment);
  }
}
