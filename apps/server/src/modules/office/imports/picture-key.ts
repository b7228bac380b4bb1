import querystring from 'node:querystring';

/** Place of a picture within the folder `uploads`, from its address or its name in the zip. */
export function makePictureKey(place: string): string {
  const plainPath = place.replace(/[?#].*$/, '').replaceAll('\\', '/');
  const key = /(?:^|\/)(?:uploads|[\w.-]+\.files\.wordpress\.com)\/(.+)$/.exec(plainPath)?.[1] ?? plainPath;
  return querystring.unescape(key);
}
