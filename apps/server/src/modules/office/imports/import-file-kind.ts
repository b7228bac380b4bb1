import querystring from 'node:querystring';

const endsIn = (kinds: string) => {
  const end = new RegExp(`\\.(?:${kinds})(?:[?#]|$)`, 'i');
  return (address: string): boolean => end.test(address);
};

export const isPictureFile = endsIn('jpe?g|png|gif|webp|avif');
export const isDocumentFile = endsIn('pdf|docx');
export const isFileToTake = (address: string): boolean => isPictureFile(address) || isDocumentFile(address);

/** As the old site called it. */
export function readFileName(address: string): string {
  const { pathname } = new URL(address);
  return querystring.unescape(pathname.slice(pathname.lastIndexOf('/') + 1));
}
