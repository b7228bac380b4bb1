import { createReadStream } from 'node:fs';
import querystring from 'node:querystring';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';
import { Unzip, UnzipInflate } from 'fflate';
import { refuseFile } from './wordpress-file.ts';

/** Place of a picture within the folder `uploads`, from its address or its name in the zip. */
export function pictureKey(place: string): string {
  const plain = place.replace(/[?#].*$/, '').replaceAll('\\', '/');
  const key = /(?:^|\/)(?:uploads|[\w.-]+\.files\.wordpress\.com)\/(.+)$/.exec(plain)?.[1] ?? plain;
  return querystring.unescape(key);
}

/** Unpacks only the pictures that are wanted. Names in the zip are compared and never used as paths. */
export async function* readPictures(
  file: string,
  isWanted: (key: string) => boolean,
): AsyncGenerator<{ key: string; bytes: Buffer }> {
  const pictures: { key: string; bytes: Buffer }[] = [];
  let unpacked = 0;
  const unzip = new Unzip((entry) => {
    const key = pictureKey(entry.name);
    if (!isWanted(key) || ![0, 8].includes(entry.compression)) return;
    const parts: Uint8Array[] = [];
    let size = 0;
    entry.ondata = (error, part, isLast) => {
      if (error) throw error;
      size += part.length;
      unpacked += part.length;
      if (size > uploadLimits.bytes) parts.length = 0;
      else if (!isLast) parts.push(part);
      else pictures.push({ key, bytes: Buffer.concat([...parts, part]) });
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  let isZip = false;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    isZip ||= chunk.toString('latin1', 0, 2) === 'PK';
    if (!isZip) throw refuseFile('The pictures come as a zip file');
    try {
      unzip.push(chunk);
    } catch {
      throw refuseFile('The zip file cannot be read');
    }
    if (unpacked > siteImportLimits.unpackedBytes)
      throw refuseFile('The zip file unpacks to more than 256 MB');
    yield* pictures.splice(0);
  }
}
