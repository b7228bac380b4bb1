const emptyBlock = /<(p|figure|figcaption|a|li|ul|ol)(?:\s[^<>]*)?>(?:\s|&nbsp;|<br \/>)*<\/\1>/g;

/** Removes the elements around a picture that was not imported, as far as they are empty. */
export function removeEmptyBlocks(html: string): string {
  const without = html.replace(emptyBlock, '');
  return without === html ? html : removeEmptyBlocks(without);
}
