const isFont = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT';

/**
 * Translators, also those of browsers, replace React's text nodes by <font> elements. React then fails when
 * it removes such a text or inserts before it (facebook/react#11538). The patched methods find a moved text,
 * or use the <font> element that replaced it.
 */
export function patchDomForTranslation(): { isTranslated: () => boolean } {
  const { removeChild, insertBefore } = Node.prototype;
  const { standIns, isTranslated } = watchTexts();

  const placeBelow = (parent: Node, child: Node): Node | null => {
    let at: Node | null = parent.contains(child) ? child : (standIns.get(child) ?? null);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const holder = child.parentNode;
    if (holder === this || (holder && !this.contains(holder))) return removeChild.call(this, child) as T;
    if (holder) {
      removeChild.call(holder, child);
      removeEmptyFonts(holder, this);
    } else {
      standIns.get(child)?.remove();
      standIns.delete(child);
    }
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    const place = placeBelow(this, before);
    // For a node elsewhere in the document the browser reports an error; a removed node has no place
    const isElsewhere = !place && before.parentNode;
    return insertBefore.call(this, node, isElsewhere ? before : place) as T;
  };
  return { isTranslated };
}

/** Stops at the node that React knows. */
function removeEmptyFonts(from: Node, top: Node): void {
  let at: Node | null = from;
  while (isFont(at) && at !== top && !at.hasChildNodes()) {
    const above: Node | null = at.parentNode;
    at.remove();
    at = above;
  }
}

function watchTexts() {
  const standIns = new WeakMap<Node, HTMLElement>();
  let translated = document.querySelector('font') !== null;

  const trackReplaced = (text: Node, { addedNodes, previousSibling, nextSibling }: MutationRecord) => {
    const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (!font || text.isConnected) return;
    standIns.set(text, font);
    // React may still write into this text
    observer.observe(text, { characterData: true });
  };
  /** React changed or inserted the text, so its translation is out of date. */
  const dropTranslation = (text: Node) => {
    const font = standIns.get(text);
    standIns.delete(text);
    if (text.isConnected) font?.remove();
    else font?.replaceWith(text);
  };
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') dropTranslation(record.target);
      for (const node of record.removedNodes) if (node instanceof Text) trackReplaced(node, record);
      for (const node of record.addedNodes) {
        if (node instanceof Text && node.isConnected) dropTranslation(node);
        translated ||= isFont(node);
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  return { standIns, isTranslated: () => translated };
}
