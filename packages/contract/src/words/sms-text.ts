/** Characters of GSM 03.38. The carriage return is left out, because texts break lines with a line feed. */
const basicGsmSigns = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that count as two, because each follows an escape character. */
const extensionGsmSigns = new Set('^{}\\[~]|€');

const countGsmSeptets = (sign: string): number =>
  basicGsmSigns.has(sign) ? 1 : extensionGsmSigns.has(sign) ? 2 : Number.NaN;
const isGsmSign = (sign: string) => basicGsmSigns.has(sign) || extensionGsmSigns.has(sign);

/** Length of a message with one segment, and of each segment in a longer one: septets in GSM, code units in UCS-2. */
const segmentLimits = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } } as const;
const MAX_SEGMENTS = 2;

/** Letters that Unicode does not decompose into letters of the GSM alphabet. Capitals follow from the small letters. */
const nearestGsmBySign = new Map(
  (
    "ŋn ɛe ɔo ɣg ɓb ɗd ƙk ƴy ʋv ɨi ʉu ɩi ʊu əe ǝe ʌa ɲn ƞn đd ðd þth ħh ŧt łl ıi ĸk œoe ᴂae ʼ' ꞌ' ʻ' ʾ' ʿ' " +
    "‘' ’' ‚' ‛' ‹' ›' ′' ´' `' “\" ”\" „\" ‟\" «\" »\" ″\" ‐- ‑- ‒- –- —- ―- −- •* ·. ⁄/ ×x ÷/ ẞSS ©(c) ®(r)"
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{M}]/gu;

/** Finds letters of the GSM alphabet that are close to a sign. Undefined when there are none. */
function findNearestLetters(sign: string): string | undefined {
  if (isGsmSign(sign)) return sign;
  const nearestLetters = nearestGsmBySign.get(sign);
  if (nearestLetters !== undefined) return nearestLetters;
  const nearestSmallLetters = nearestGsmBySign.get(sign.toLowerCase());
  if (nearestSmallLetters !== undefined) return nearestSmallLetters.toUpperCase();
  if (/[\p{Z}\t]/u.test(sign)) return ' ';

  const decomposedLetters = [...sign.normalize('NFKD').replace(invisibleCharacters, '')];
  if (decomposedLetters.length === 1 && decomposedLetters[0] === sign) return undefined;
  const nearestTexts = decomposedLetters.map(findNearestLetters);
  return nearestTexts.includes(undefined) ? undefined : nearestTexts.join('');
}

/** Replaces letters by the nearest ones of the GSM alphabet. Letters without a near one stay. */
export const toNearestText = (text: string): string =>
  [...text].map((sign) => findNearestLetters(sign) ?? sign).join('');

export interface Sms {
  /** The text as it is sent. */
  text: string;
  encoding: 'gsm' | 'ucs2';
  /** Length as networks count it: septets in GSM, code units in UCS-2. */
  characters: number;
  segments: number;
  /** True when the text did not fit and has lost its end. */
  isCut: boolean;
}

/**
 * Makes the SMS for a text, with at most two segments. Letters outside the GSM alphabet become their nearest ones.
 * When some have none, the text is sent as UCS-2 if it fits two segments, and otherwise with question marks for them.
 * A text that is still too long is cut before the ending.
 */
export function toSms(text: string, ending = ''): Sms {
  const wholeText = (text + ending).normalize('NFC').replace(/\r\n?/g, '\n');
  const isWritableInGsm = [...wholeText].every((sign) => findNearestLetters(sign) !== undefined);
  if (!isWritableInGsm) {
    const unicodeSms = measureSms(wholeText, 'ucs2');
    if (unicodeSms.segments <= MAX_SEGMENTS) return unicodeSms;
  }

  const sms = measureSms(toGsmText(wholeText), 'gsm');
  if (sms.segments <= MAX_SEGMENTS) return sms;
  const endingInGsm = toGsmText(ending);
  const lettersToKeep = [...toGsmText(text)].slice(0, MAX_SEGMENTS * segmentLimits.gsm.part);
  for (;;) {
    const cutSms = measureSms(`${lettersToKeep.join('').trimEnd()}...${endingInGsm}`, 'gsm');
    if (cutSms.segments <= MAX_SEGMENTS || lettersToKeep.length === 0) return { ...cutSms, isCut: true };
    lettersToKeep.pop();
  }
}

const toGsmText = (text: string): string =>
  [...text.normalize('NFC').replace(/\r\n?/g, '\n')]
    .map((sign) => findNearestLetters(sign) ?? '\0')
    .join('')
    .replace(/\0+/g, '?');

function measureSms(text: string, encoding: Sms['encoding']): Sms {
  const signLengths = [...text].map((sign) => (encoding === 'gsm' ? countGsmSeptets(sign) : sign.length));
  const characterCount = signLengths.reduce((sum, length) => sum + length, 0);
  const { one, part } = segmentLimits[encoding];
  let segmentCount = 1;
  // A sign that counts as two must not be divided between two segments.
  let roomInSegment = part;
  if (characterCount > one) {
    for (const signLength of signLengths) {
      if (signLength > roomInSegment) {
        segmentCount += 1;
        roomInSegment = part;
      }
      roomInSegment -= signLength;
    }
  }
  return { text, encoding, characters: characterCount, segments: segmentCount, isCut: false };
}
