/** Changes every text as translators do, now and later: wraps it with a <font>, or replaces it by a wrapped copy. */
export function translateAll(withCopies: boolean) {
  const left = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'TITLE', 'OPTION', 'FONT']);
  const wrapText = (text: Text) => {
    const parent = text.parentElement;
    if (!parent || left.has(parent.tagName) || !text.data.trim() || parent.closest('[translate=no], svg'))
      return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    outer.append(inner);
    if (withCopies) {
      inner.textContent = text.data;
      text.replaceWith(outer);
    } else {
      parent.insertBefore(outer, text);
      inner.append(text);
    }
  };
  const wrapBelow = (root: Node) => {
    if (root instanceof Text) return wrapText(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) wrapText(text);
  };
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) wrapBelow(node);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  wrapBelow(document.body);
}
