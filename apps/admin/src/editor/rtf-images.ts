/** Groups of RTF with images outside the text: list bullets, and copies for old programs. */
const SECONDARY_PICTURE_PATTERN = /\\(?:nonshppict|listpicture|pntext)\b/;

/** Returns the index of the `}` that closes the group. `start` is the index of its `{`. */
function findGroupEnd(rtf: string, start: number): number {
  let groupDepth = 0;
  for (let charIndex = start; charIndex < rtf.length; charIndex += 1) {
    const rtfChar = rtf[charIndex];
    if (rtfChar === '\\') charIndex += 1;
    else if (rtfChar === '{') groupDepth += 1;
    else if (rtfChar === '}') {
      groupDepth -= 1;
      if (groupDepth === 0) return charIndex;
    }
  }
  return rtf.length;
}

function readTextOfGroup(rtf: string, start: number, end: number): string {
  let groupText = '';
  for (let textIndex = start + 1; textIndex < end; textIndex += 1) {
    if (rtf[textIndex] === '{') textIndex = findGroupEnd(rtf, textIndex);
    else groupText += rtf[textIndex];
  }
  return groupText;
}

/**
 * Word processors copy images as RTF, because their HTML only names files on the author's computer. The
 * images are in the order of the text.
 */
export function readRtfImages(rtf: string): File[] {
  const imageFiles: File[] = [];
  const groupPattern = /\{(?:\\\*)?\\(pict|nonshppict|listpicture|pntext)\b/g;
  for (let groupMatch = groupPattern.exec(rtf); groupMatch; groupMatch = groupPattern.exec(rtf)) {
    const groupEnd = findGroupEnd(rtf, groupMatch.index);
    if (SECONDARY_PICTURE_PATTERN.test(groupMatch[0])) {
      groupPattern.lastIndex = groupEnd;
      continue;
    }
    const text = readTextOfGroup(rtf, groupMatch.index, groupEnd);
    const imageFormat = /\\(png|jpeg)blip\b/.exec(text)?.[1];
    const hexDigits = text.replace(/\\[a-z]+-?\d* ?/gi, '').replace(/[^\da-f]/gi, '');
    if (imageFormat && hexDigits.length > 1) {
      imageFiles.push(
        new File([decodeHexDigits(hexDigits)], `picture.${imageFormat}`, { type: `image/${imageFormat}` }),
      );
    }
    groupPattern.lastIndex = groupEnd;
  }
  return imageFiles;
}

function decodeHexDigits(digits: string): Uint8Array<ArrayBuffer> {
  const decodedBytes = new Uint8Array(digits.length >> 1);
  for (let place = 0; place < decodedBytes.length; place += 1) {
    decodedBytes[place] = Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16);
  }
  return decodedBytes;
}
