const emptyBlock = /<(p|figure|figcaption|a|li|ul|ol)(?:\s[^<>]*)?>(?:\s|&nbsp;|<br \/>)*<\/\1>/g;

/** What stood around a picture that did not come, and around that. */
export function removeEmptyBlocks(html: string): string {
  const without = html.replace(emptyBlock, '');
  return without === html ? html : removeEmptyBlocks(without);
}
