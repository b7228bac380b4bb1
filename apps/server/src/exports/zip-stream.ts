import { Readable } from 'node:stream';
import { Zip, ZipPassThrough } from 'fflate';

/** `name` may have folders, as in `documents/1.jpg`. */
export interface ZippedFile {
  name: string;
  bytes: Uint8Array;
}

const SLICE_BYTES = 64 * 1024;

/**
 * Makes a ZIP archive only as fast as the client reads it. The next file is asked for when all of the one before is
 * sent, so that one file is in memory at a time. Files are stored as they are, because photos and PDFs are compressed
 * already. The format has room for 4 GB.
 */
export const streamZip = (files: AsyncIterable<ZippedFile>, createdAt: Date): Readable =>
  Readable.from(packFiles(files, createdAt), { objectMode: false, highWaterMark: SLICE_BYTES });

async function* packFiles(files: AsyncIterable<ZippedFile>, createdAt: Date): AsyncGenerator<Uint8Array> {
  const packedChunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    packedChunks.push(chunk);
  });
  for await (const { name, bytes } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = createdAt;
    archive.add(file);
    let sentBytes = 0;
    do {
      const slice = bytes.subarray(sentBytes, sentBytes + SLICE_BYTES);
      sentBytes += slice.length;
      file.push(slice, sentBytes === bytes.length);
      yield* packedChunks.splice(0);
    } while (sentBytes < bytes.length);
  }
  archive.end();
  yield* packedChunks.splice(0);
}
