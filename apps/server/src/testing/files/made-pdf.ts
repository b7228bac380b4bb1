import { deflateSync } from 'node:zlib';

const catalog = '<</Type/Catalog/Pages 2 0 R>>';

/** A PDF of the given objects, with an old table of their places. */
export function makePdf(objects: readonly (string | Buffer)[] = []): Buffer {
  let bytes = Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const places: number[] = [];
  for (const [at, object] of [catalog, '<</Type/Pages/Kids[]/Count 0>>', ...objects].entries()) {
    places.push(bytes.length);
    bytes = Buffer.concat([
      bytes,
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}trailer\n<</Size ${places.length + 1}/Root 1 0 R>>\nstartxref\n${bytes.length}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(end)]);
}

/** A stream as `describe` says, given its packed length. */
export function packPdfStream(
  content: string | Buffer,
  describe = (length: number) => `<</Length ${length}/Filter/FlateDecode>>`,
): Buffer {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`${describe(packed.length)}\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}
