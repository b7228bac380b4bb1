import { crc32, deflateSync } from 'node:zlib';

type Chunk = readonly [type: string, data: Buffer];

function writePngChunk([type, data]: Chunk): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const typed = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([size, typed, sum]);
}

export function craftPng({
  width,
  height,
  rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height)),
  chunks = [],
}: {
  width: number;
  height: number;
  rows?: Buffer;
  chunks?: Chunk[];
}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const all: Chunk[] = [['IHDR', head], ...chunks, ['IDAT', rows], ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...all.map(writePngChunk)]);
}

export function craftGif({
  frames,
  width = 1,
  height = 1,
}: {
  frames: number;
  width?: number;
  height?: number;
}): Buffer {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  screen[4] = 0x80;
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const control = [0x21, 0xf9, 4, 0, 1, 0, 0, 0];
  const frame = Buffer.from([...control, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0]);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    screen,
    palette,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}
