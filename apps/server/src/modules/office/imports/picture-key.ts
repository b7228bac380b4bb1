import querystring from 'node:querystring';

/** Place of a picture within the folder `uploads`, from its address or its name in the zip. */
export function makePictureKey(place: string): string {
  const plain = place.replace(/[?#].*$/, '').replaceAll('\\', '/');
  const key = /(?:^|\/)(?:uploads|[\w.-]+\.files\.wordpress\.com)\/(.+)$/.exec(plain)?.[1] ?? plain;
  return querystring.unescape(key);
}
