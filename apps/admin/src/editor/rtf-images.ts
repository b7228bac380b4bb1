/** Groups of RTF with images outside the text: list bullets, and copies for old programs. */
const SECONDARY_PICTURE = /\\(?:nonshppict|listpicture|pntext)\b/;

/** `start` is the place of a `{`. */
function endOfGroup(rtf: string, start: number): number {
  let depth = 0;
  for (let place = start; place < rtf.length; place += 1) {
    const sign = rtf[place];
    if (sign === '\\') place += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return place;
    }
  }
  return rtf.length;
}

function readOwnText(rtf: string, start: number, end: number): string {
  let text = '';
  for (let place = start + 1; place < end; place += 1) {
    if (rtf[place] === '{') place = endOfGroup(rtf, place);
    else text += rtf[place];
  }
  return text;
}

/**
 * Word processors copy images as RTF, because their HTML only names files on the author's computer. The
 * images are in the order of the text.
 */
export function readRtfImages(rtf: string): File[] {
  const images: File[] = [];
  const groups = /\{(?:\\\*)?\\(pict|nonshppict|listpicture|pntext)\b/g;
  for (let found = groups.exec(rtf); found; found = groups.exec(rtf)) {
    const end = endOfGroup(rtf, found.index);
    if (SECONDARY_PICTURE.test(found[0])) {
      groups.lastIndex = end;
      continue;
    }
    const text = readOwnText(rtf, found.index, end);
    const kind = /\\(png|jpeg)blip\b/.exec(text)?.[1];
    const digits = text.replace(/\\[a-z]+-?\d* ?/gi, '').replace(/[^\da-f]/gi, '');
    if (kind && digits.length > 1) {
      images.push(new File([readHex(digits)], `picture.${kind}`, { type: `image/${kind}` }));
    }
    groups.lastIndex = end;
  }
  return images;
}

function readHex(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let place = 0; place < bytes.length; place += 1) {
    bytes[place] = Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16);
  }
  return bytes;
}
