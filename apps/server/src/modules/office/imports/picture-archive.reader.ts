import { createReadStream } from 'node:fs';
import { siteImportLimits } from '@institute/contract/imports.constants';
import { uploadLimits } from '@institute/contract/uploads.constants';
import { Unzip, UnzipInflate } from 'fflate';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { makePictureKey } from './picture-key.ts';

/** Signature of the last record of a zip, which ends with a comment of at most 65,535 bytes. */
const END_SIGNATURE = Buffer.from('PK\x05\x06');
const MAX_END_RECORD_BYTES = 22 + 65_535;

/** Unpacks only the pictures that are wanted. Names in the zip are compared and never used as paths. */
async function* readPictures({ file, keys }: { file: string; keys: ReadonlySet<string> }) {
  const unpackedPictures: { key: string; bytes: Buffer }[] = [];
  let totalBytes = 0;
  const unzip = new Unzip((entry) => {
    const pictureKey = makePictureKey(entry.name);
    if (!keys.has(pictureKey) || ![0, 8].includes(entry.compression)) return;
    const pictureParts: Uint8Array[] = [];
    let pictureBytes = 0;
    entry.ondata = (error, part, isLast) => {
      if (error) throw error;
      pictureBytes += part.length;
      totalBytes += part.length;
      if (pictureBytes > uploadLimits.bytes) pictureParts.length = 0;
      else if (!isLast) pictureParts.push(part);
      else unpackedPictures.push({ key: pictureKey, bytes: Buffer.concat([...pictureParts, part]) });
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  let isZip = false;
  let fileTail: Buffer = Buffer.alloc(0);
  for await (const fileChunk of createReadStream(file) as AsyncIterable<Buffer>) {
    isZip ||= fileChunk.toString('latin1', 0, 2) === 'PK';
    if (!isZip) throw new FileRefusal('The pictures come as a zip file');
    try {
      unzip.push(fileChunk);
    } catch {
      throw new FileRefusal('The zip file cannot be read');
    }
    if (totalBytes > siteImportLimits.unpackedBytes)
      throw new FileRefusal('The zip file unpacks to more than 256 MB');
    fileTail = Buffer.concat([fileTail, fileChunk]).subarray(-MAX_END_RECORD_BYTES);
    yield* unpackedPictures.splice(0);
  }
  if (!fileTail.includes(END_SIGNATURE))
    throw new FileRefusal('The zip file ends in the middle. Make it again.');
}

export { readPictures as read };
