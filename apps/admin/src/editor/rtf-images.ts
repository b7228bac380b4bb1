/** Groups of RTF with images outside the text: list bullets, and copies for old programs. */
const SECONDARY_PICTURE = /\\(?:nonshppict|listpicture|pntext)\b/;

/** Returns the index of the `}` that closes the group. `start` is the index of its `{`. */
function findGroupEnd(rtf: string, start: number): number {
  let depth = 0;
  for (let charIndex = start; charIndex < rtf.length; charIndex += 1) {
    const char = rtf[charIndex];
    if (char === '\\') charIndex += 1;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return charIndex;
    }
  }
  return rtf.length;
}

function readOwnText(rtf: string, start: number, end: number): string {
  let text = '';
  for (let place = start + 1; place < end; place += 1) {
    if (rtf[place] === '{') place = findGroupEnd(rtf, place);
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
  const groupPattern = /\{(?:\\\*)?\\(pict|nonshppict|listpicture|pntext)\b/g;
  for (let groupMatch = groupPattern.exec(rtf); groupMatch; groupMatch = groupPattern.exec(rtf)) {
    const groupEnd = findGroupEnd(rtf, groupMatch.index);
    if (SECONDARY_PICTURE.test(groupMatch[0])) {
      groupPattern.lastIndex = groupEnd;
      continue;
    }
    const text = readOwnText(rtf, groupMatch.index, groupEnd);
    const imageFormat = /\\(png|jpeg)blip\b/.exec(text)?.[1];
    const hexDigits = text.replace(/\\[a-z]+-?\d* ?/gi, '').replace(/[^\da-f]/gi, '');
    if (imageFormat && hexDigits.length > 1) {
      images.push(new File([readHex(hexDigits)], `picture.${imageFormat}`, { type: `image/${imageFormat}` }));
    }
    groupPattern.lastIndex = groupEnd;
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
