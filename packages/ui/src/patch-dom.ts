const isFontElement = (node: Node | null): node is HTMLElement =>
  node instanceof HTMLElement && node.tagName === 'FONT';

/**
 * Translators, also those of browsers, replace React's text nodes by <font> elements. React then fails when
 * it removes such a text or inserts before it (facebook/react#11538). The patched methods find a moved text,
 * or use the <font> element that replaced it.
 */
export function patchDomForTranslation(): { isTranslated: () => boolean } {
  const { removeChild, insertBefore } = Node.prototype;
  const { standIns, isTranslated } = watchTexts();

  const findDirectChild = (parent: Node, child: Node): Node | null => {
    let currentNode: Node | null = parent.contains(child) ? child : (standIns.get(child) ?? null);
    while (currentNode && currentNode.parentNode !== parent) currentNode = currentNode.parentNode;
    return currentNode;
  };

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const childParent = child.parentNode;
    if (childParent === this || (childParent && !this.contains(childParent)))
      return removeChild.call(this, child) as T;
    if (childParent) {
      removeChild.call(childParent, child);
      removeEmptyFonts(childParent, this);
    } else {
      standIns.get(child)?.remove();
      standIns.delete(child);
    }
    return child;
  };

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as T;
    const referenceNode = findDirectChild(this, before);
    // The browser reports an error for a node elsewhere in the document. A removed node has no place, so the
    // new node goes to the end
    const isInAnotherParent = !referenceNode && before.parentNode;
    return insertBefore.call(this, node, isInAnotherParent ? before : referenceNode) as T;
  };
  return { isTranslated };
}

/** Removes `<font>` elements that have become empty, up to the node that React knows. */
function removeEmptyFonts(from: Node, top: Node): void {
  let possiblyEmptyFont: Node | null = from;
  while (
    isFontElement(possiblyEmptyFont) &&
    possiblyEmptyFont !== top &&
    !possiblyEmptyFont.hasChildNodes()
  ) {
    const parentNodeAbove: Node | null = possiblyEmptyFont.parentNode;
    possiblyEmptyFont.remove();
    possiblyEmptyFont = parentNodeAbove;
  }
}

function watchTexts() {
  const standInsByText = new WeakMap<Node, HTMLElement>();
  let hasTranslation = document.querySelector('font') !== null;

  const trackReplacedText = (text: Node, { addedNodes, previousSibling, nextSibling }: MutationRecord) => {
    const fontElement = [...addedNodes, previousSibling, nextSibling].find(isFontElement);
    if (!fontElement || text.isConnected) return;
    standInsByText.set(text, fontElement);
    // React may still write into the replaced text
    observer.observe(text, { characterData: true });
  };
  /** Removes the translation of a text that React has changed or inserted, because it is out of date. */
  const dropTranslation = (text: Node) => {
    const font = standInsByText.get(text);
    standInsByText.delete(text);
    if (text.isConnected) font?.remove();
    else font?.replaceWith(text);
  };
  const observer = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') dropTranslation(record.target);
      for (const node of record.removedNodes) if (node instanceof Text) trackReplacedText(node, record);
      for (const node of record.addedNodes) {
        if (node instanceof Text && node.isConnected) dropTranslation(node);
        hasTranslation ||= isFontElement(node);
      }
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  return { standIns: standInsByText, isTranslated: () => hasTranslation };
}
