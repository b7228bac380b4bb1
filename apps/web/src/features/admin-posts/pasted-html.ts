const BULLET = '[style*="mso-list:Ignore" i]';
const JUNK = 'style, script, meta, link, title, xml, o\\:p, .MsoNormal:empty';

/** Pasted HTML without what word processors put into it; their lists become lists. */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  dropComments(page);
  makeLists(page);
  for (const element of page.querySelectorAll(JUNK)) element.remove();
  for (const picture of page.querySelectorAll('img')) {
    // of the computer that it was copied from
    if (!/^(?:https?:|\/)/.test(picture.getAttribute('src') ?? '')) picture.remove();
  }
  for (const title of page.querySelectorAll('h1')) rename(title, 'h2');
  for (const line of page.querySelectorAll('[class^="Mso"]')) {
    if (!line.textContent?.trim() && !line.querySelector('img')) line.remove();
  }
  return page.body.innerHTML;
}

function dropComments(page: Document) {
  const comments = page.createNodeIterator(page, NodeFilter.SHOW_COMMENT);
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
    comment.parentNode?.removeChild(comment);
  }
}

/** A word processor writes an entry of a list as a paragraph that starts with its bullet or number. */
function makeLists(page: Document) {
  let list: Element | null = null;
  for (const line of page.querySelectorAll('p[class^="MsoListParagraph"], p[style*="mso-list" i]')) {
    const bullet = line.querySelector(BULLET);
    const kind = /^\s*\w{1,4}[.)]/.test(bullet?.textContent ?? '') ? 'ol' : 'ul';
    bullet?.remove();
    if (!list || list.localName !== kind || line.previousElementSibling !== list) {
      list = page.createElement(kind);
      line.before(list);
    }
    list.append(line);
    rename(line, 'li');
  }
}

function rename(element: Element, name: string) {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}
