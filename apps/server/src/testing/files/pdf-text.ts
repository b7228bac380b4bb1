import { inflateSync } from 'node:zlib';

export interface Line {
  text: string;
  /** Counted from 0. */
  page: number;
  x: number;
  /** Distance of its baseline from the lower edge. */
  y: number;
  size: number;
}

/** Reads the letters of a PDF by the tables of its embedded fonts, as a screen reader does. */
export function readPdfLines(pdf: Buffer): Line[] {
  const file = pdf.toString('latin1');
  const objects = new Map(
    [...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, id = '', body = '']) => [id, body]),
  );
  const fonts = new Map<string, Map<number, string>>();
  for (const [, name = '', id = ''] of file.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
    fonts.set(name, readLetters(unpackStream(objects.get(table ?? ''))));
  }
  return [...file.matchAll(/\/Contents (\d+) 0 R/g)].flatMap(([, id = ''], page) =>
    readShownLines(unpackStream(objects.get(id)), fonts).map((line) => ({ ...line, page })),
  );
}

function unpackStream(object = ''): string {
  const packed = /stream\r?\n([\s\S]*)\r?\nendstream/.exec(object)?.[1];
  return packed === undefined ? '' : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
}

const decodeHex = (hex: string): string =>
  Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

function readLetters(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      letters.set(Number.parseInt(first, 16) + at, decodeHex(hex));
    }
  }
  return letters;
}

function readShownLines(content: string, fonts: Map<string, Map<number, string>>) {
  const lines: Omit<Line, 'page'>[] = [];
  let x = 0;
  let y = 0;
  let size = 0;
  let letters = new Map<number, string>();
  for (const [, across, height, font, points, shown] of content.matchAll(
    /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm|\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g,
  )) {
    if (height) {
      x = Number(across);
      y = Number(height);
    }
    if (font) {
      letters = fonts.get(font) ?? new Map();
      size = Number(points);
    }
    if (shown === undefined) continue;
    const codes = [...shown.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    lines.push({
      x,
      y,
      size,
      text: codes.map((code) => letters.get(Number.parseInt(code, 16)) ?? '□').join(''),
    });
  }
  return lines;
}
