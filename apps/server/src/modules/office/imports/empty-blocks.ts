const emptyBlockPattern = /<(p|figure|figcaption|a|li|ul|ol)(?:\s[^<>]*)?>(?:\s|&nbsp;|<br \/>)*<\/\1>/g;

/** Removes the elements around a picture that was not imported, if nothing else is in them. */
export function removeEmptyBlocks(html: string): string {
  const reducedHtml = html.replace(emptyBlockPattern, '');
  return reducedHtml === html ? html : removeEmptyBlocks(reducedHtml);
}
