import querystring from 'node:querystring';

const makeEndingTest = (kinds: string) => {
  const endingPattern = new RegExp(`\\.(?:${kinds})(?:[?#]|$)`, 'i');
  return (address: string): boolean => endingPattern.test(address);
};

export const isPictureFile = makeEndingTest('jpe?g|png|gif|webp|avif');
export const isDocumentFile = makeEndingTest('pdf|docx');
/** Matches documents and recordings to which an item may link, including kinds that are not imported. */
export const isLinkableFile = makeEndingTest(
  'pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|csv|epub|mp4|m4v|webm|og[agv]|mov|mp3|m4a|wav',
);
export const isImportableFile = (address: string): boolean =>
  isPictureFile(address) || isDocumentFile(address);

/** Returns the name that the file had on the old site. */
export function extractFileName(address: string): string {
  const { pathname } = new URL(address);
  return querystring.unescape(pathname.slice(pathname.lastIndexOf('/') + 1));
}
