import { crc32, inflateRawSync } from 'node:zlib';

const CENTRAL_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const END_BYTES = 22;

/** Reads an archive by its list of files, as programs do that open it. Throws when a file is not what the list says. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.subarray(-END_BYTES);
  if (end.readUInt32LE(0) !== 0x06054b50) throw new Error('The archive is cut off');
  const files = new Map<string, Buffer>();
  let place = end.readUInt32LE(16);
  for (let left = end.readUInt16LE(10); left > 0; left -= 1) {
    const entry = archive.subarray(place);
    if (entry.readUInt32LE(0) !== 0x02014b50) throw new Error('The list of files is broken');
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((at) => entry.readUInt16LE(at));
    const rawName = entry.subarray(CENTRAL_ENTRY_BYTES, CENTRAL_ENTRY_BYTES + (nameBytes ?? 0));
    const isUtf8 = (entry.readUInt16LE(8) & 0x800) !== 0;
    const name = rawName.toString(isUtf8 ? 'utf8' : 'ascii');
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, readFile(archive, entry, rawName));
    place += CENTRAL_ENTRY_BYTES + (nameBytes ?? 0) + (extraBytes ?? 0) + (noteBytes ?? 0);
  }
  if (place !== archive.length - END_BYTES) throw new Error('The list of files has another length');
  return files;
}

function readFile(archive: Buffer, entry: Buffer, rawName: Buffer): Buffer {
  const local = archive.subarray(entry.readUInt32LE(42));
  const nameEnd = LOCAL_HEADER_BYTES + local.readUInt16LE(26);
  if (!local.subarray(LOCAL_HEADER_BYTES, nameEnd).equals(rawName)) throw new Error('A file has two names');
  const start = nameEnd + local.readUInt16LE(28);
  const packed = local.subarray(start, start + entry.readUInt32LE(20));
  const bytes = entry.readUInt16LE(10) === 0 ? packed : inflateRawSync(packed);
  if (bytes.length !== entry.readUInt32LE(24) || crc32(bytes) !== entry.readUInt32LE(16))
    throw new Error(`${rawName} has other bytes than the list says`);
  return bytes;
}
