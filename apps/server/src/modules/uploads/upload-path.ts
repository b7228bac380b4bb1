export const uploadsPath = '/uploads';

/** Folder and name of the widest file of an image. */
export function placeOf(url: string): { folder: string; file: string } {
  const [folder = '', file = ''] = url.slice(uploadsPath.length + 1).split('/');
  return { folder, file };
}

/** Length of the part of the hash that an address contains. */
export const NAME_LENGTH = 32;
