export const uploadsPath = '/uploads';

export function placeOf(url: string): { folder: string; file: string } {
  const [folder = '', file = ''] = url.slice(uploadsPath.length + 1).split('/');
  return { folder, file };
}

export const NAME_LENGTH = 32;
