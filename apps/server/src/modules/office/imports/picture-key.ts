import querystring from 'node:querystring';

/** Place of a picture within the folder `uploads`, from its address or its name in the zip. */
export function makePictureKey(place: string): string {
  const pathWithoutQuery = place.replace(/[?#].*$/, '').replaceAll('\\', '/');
  const pictureKey =
    /(?:^|\/)(?:uploads|[\w.-]+\.files\.wordpress\.com)\/(.+)$/.exec(pathWithoutQuery)?.[1] ??
    pathWithoutQuery;
  return querystring.unescape(pictureKey);
}
