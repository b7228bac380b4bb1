/** Counts the pictures of a GIF, each of which begins with its delay. */
const countGifPictures = (text: string): number =>
  text.split('!\xf9\x04').filter((part, at) => at > 0 && part[4] === '\0' && /[,!]/.test(part[5] ?? ''))
    .length;

/**
 * Reads in the bytes whether an image is animated. An upload keeps only the first picture of an animation.
 */
export async function isAnimated(file: Blob): Promise<boolean> {
  const fileText = new TextDecoder('latin1').decode(await file.arrayBuffer());
  if (fileText.startsWith('GIF8')) return countGifPictures(fileText) > 1;
  if (fileText.startsWith('WEBPVP8X', 8)) return (fileText.charCodeAt(20) & 2) !== 0;
  if (fileText.startsWith('PNG', 1)) return fileText.slice(0, fileText.indexOf('IDAT')).includes('acTL');
  return fileText.startsWith('ftypavis', 4);
}
