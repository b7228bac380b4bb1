import querystring from 'node:querystring';

const makeEndingTest = (kinds: string) => {
  const end = new RegExp(`\\.(?:${kinds})(?:[?#]|$)`, 'i');
  return (address: string): boolean => end.test(address);
};

export const isPictureFile = makeEndingTest('jpe?g|png|gif|webp|avif');
export const isDocumentFile = makeEndingTest('pdf|docx');
/** Documents and recordings to which an item may link, also those that do not come. */
export const isShownFile = makeEndingTest(
  'pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|epub|mp4|m4v|webm|og[agv]|mov|mp3|m4a|wav',
);
export const isFileToTake = (address: string): boolean => isPictureFile(address) || isDocumentFile(address);

/** Name of the file on the old site. */
export function readFileName(address: string): string {
  const { pathname } = new URL(address);
  return querystring.unescape(pathname.slice(pathname.lastIndexOf('/') + 1));
}
