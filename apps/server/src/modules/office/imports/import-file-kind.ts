const endsIn = (kinds: string) => {
  const end = new RegExp(`\\.(?:${kinds})(?:[?#]|$)`, 'i');
  return (address: string): boolean => end.test(address);
};

export const isPictureFile = endsIn('jpe?g|png|gif|webp|avif');
export const isDocumentFile = endsIn('pdf|docx');
export const isFileToTake = (address: string): boolean => isPictureFile(address) || isDocumentFile(address);
