import { inertHtml } from '../../ui/trusted-html.ts';
import { unwrapLayoutTables } from './layout-tables.ts';

const BULLET = '[style*="mso-list:Ignore" i]';
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

/**
 * Word processors write a list item as a paragraph that starts with a bullet or a number. The style attribute
 * holds its level.
 */
function makeLists(page: Document) {
  /** The open lists, outermost first. */
  let open: Element[] = [];
  for (const line of page.querySelectorAll('p[class^="MsoListParagraph"], p[style*="mso-list" i]')) {
    const bullet = line.querySelector(BULLET);
    const kind = /^\s*\w{1,4}[.)]/.test(bullet?.textContent ?? '') ? 'ol' : 'ul';
    const first = Number.parseInt(bullet?.textContent ?? '', 10);
    bullet?.remove();
    if (line.previousElementSibling !== open[0]) open = [];
    const level = Number(/mso-list:[^;]*level(\d)/i.exec(line.getAttribute('style') ?? '')?.[1] ?? 1);
    // Nests one level at a time.
    const depth = Math.min(level - 1, open.length);
    const isSame = open[depth]?.localName === kind;
    open = open.slice(0, isSame ? depth + 1 : depth);

    const list = open[depth] ?? page.createElement(kind);
    if (!isSame) {
      // The numbers of a list go on after a paragraph
      if (kind === 'ol' && first > 1) list.setAttribute('start', String(first));
      if (depth === 0) line.before(list);
      else open[depth - 1]?.lastElementChild?.append(list);
      open.push(list);
    }
    list.append(line);
    renameElement(line, 'li');
  }
}

function renameElement(element: Element, name: string) {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}
