export const EMAIL_PICTURE_FILE = 'email.jpg';

/**
 * Matches the address of a stored picture, of an upload or of the demo. The folder ends with the picture's size and
 * colour.
 */
const STORED_PICTURE_PATTERN = /^(\/(?:uploads|images\/demo)\/[\w-]*\d+x\d+-[\da-f]{6}\/)\d+\.(?:webp|avif)$/;

/** Many email programs show only JPEG and PNG. A picture in another format is left out unless it is stored here. */
export function findEmailPicture(url: string): string | undefined {
  const folder = STORED_PICTURE_PATTERN.exec(url)?.[1];
  if (folder) return `${folder}${EMAIL_PICTURE_FILE}`;
  return /\.(?:webp|avif|svg)(?:[?#]|$)/i.test(url) ? undefined : url;
}
