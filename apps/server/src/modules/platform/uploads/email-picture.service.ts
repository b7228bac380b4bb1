export const EMAIL_FILE = 'email.jpg';

/** A stored picture's folder, of uploads and of the demo content: its size and colour end the name. */
const STORED_PICTURE = /^(\/(?:uploads|images\/demo)\/[\w-]*\d+x\d+-[\da-f]{6}\/)\d+\.(?:webp|avif)$/;

/** Programs for email show JPEG and PNG. A picture elsewhere in another format is left out. */
export function findEmailPicture(url: string): string | undefined {
  const folder = STORED_PICTURE.exec(url)?.[1];
  if (folder) return `${folder}${EMAIL_FILE}`;
  return /\.(?:webp|avif|svg)(?:[?#]|$)/i.test(url) ? undefined : url;
}
