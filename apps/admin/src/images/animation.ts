/** Counts the pictures of a GIF, each of which begins with its delay. */
const countGifPictures = (text: string): number =>
  text.split('!\xf9\x04').filter((part, at) => at > 0 && part[4] === '\0' && /[,!]/.test(part[5] ?? ''))
    .length;

/**
 * Reads in the bytes whether an image is animated. An upload keeps only the first picture of an animation.
 */
export async function isAnimated(file: Blob): Promise<boolean> {
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  if (text.startsWith('GIF8')) return countGifPictures(text) > 1;
  if (text.startsWith('WEBPVP8X', 8)) return (text.charCodeAt(20) & 2) !== 0;
  if (text.startsWith('PNG', 1)) return text.slice(0, text.indexOf('IDAT')).includes('acTL');
  return text.startsWith('ftypavis', 4);
}
