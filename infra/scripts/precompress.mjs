import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressWithBrotli = promisify(brotliCompress);
const compressWithGzip = promisify(gzip);
const textFilePattern = /\.(?:js|css|svg|json|txt|webmanifest|xml)$/;
/** Files with fewer bytes stay uncompressed, because their headers are larger than the file. */
const WORTHWHILE_BYTES = 512;

/** Writes a `.br` and a `.gz` next to every text file, so that the server compresses none on request. */
export async function precompressFolder(dir) {
  const names = await readdir(dir, { recursive: true });
  await Promise.all(
    names.filter((name) => textFilePattern.test(name)).map((name) => compressFile(join(dir, name))),
  );
}

async function compressFile(path) {
  const content = await readFile(path);
  if (content.length < WORTHWHILE_BYTES) return;
  const brotliParameters = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    writeFile(`${path}.br`, await compressWithBrotli(content, { params: brotliParameters })),
    writeFile(`${path}.gz`, await compressWithGzip(content, { level: 9 })),
  ]);
}
