/** GSM 03.38. A carriage return is left out: texts break lines with a line feed. */
const basicGsm = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Each counts two: it follows an escape character. */
const extensionGsm = new Set('^{}\\[~]|€');

const measureInGsm = (sign: string): number =>
  basicGsm.has(sign) ? 1 : extensionGsm.has(sign) ? 2 : Number.NaN;
const isGsm = (sign: string) => basicGsm.has(sign) || extensionGsm.has(sign);

/** Septets or code units of a message of one part, and of each part of a longer one. */
const limits = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } } as const;
const MAX_PARTS = 2;

/** Letters that Unicode does not decompose into letters of the alphabet. Capitals follow from the small letters. */
const nearestGsm = new Map(
  (
    "ŋn ɛe ɔo ɣg ɓb ɗd ƙk ƴy ʋv ɨi ʉu ɩi ʊu əe ǝe ʌa ɲn ƞn đd ðd þth ħh ŧt łl ıi ĸk œoe ᴂae ʼ' ꞌ' ʻ' ʾ' ʿ' " +
    "‘' ’' ‚' ‛' ‹' ›' ′' ´' `' “\" ”\" „\" ‟\" «\" »\" ″\" ‐- ‑- ‒- –- —- ―- −- •* ·. ⁄/ ×x ÷/ ẞSS ©(c) ®(r)"
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{M}]/gu;

/** Undefined when the alphabet has nothing that is close. */
function findNearestLetters(sign: string): string | undefined {
  if (isGsm(sign)) return sign;
  const known = nearestGsm.get(sign);
  if (known !== undefined) return known;
  const small = nearestGsm.get(sign.toLowerCase());
  if (small !== undefined) return small.toUpperCase();
  if (/[\p{Z}\t]/u.test(sign)) return ' ';

  const letters = [...sign.normalize('NFKD').replace(invisibleCharacters, '')];
  if (letters.length === 1 && letters[0] === sign) return undefined;
  const written = letters.map(findNearestLetters);
  return written.includes(undefined) ? undefined : written.join('');
}

/** Letters become their nearest ones of the alphabet. Others stay. */
export const toNearestText = (text: string): string =>
  [...text].map((sign) => findNearestLetters(sign) ?? sign).join('');

export interface Sms {
  /** The text that is sent. */
  text: string;
  encoding: 'gsm' | 'ucs2';
  /** Septets or code units, as networks count them. */
  characters: number;
  segments: number;
  /** The text did not fit and lost its end. */
  isCut: boolean;
}

/**
 * The message that is sent for a text: at most two segments. Letters outside the alphabet become their
 * nearest ones. Other letters are sent as UCS-2 when two segments hold the text, otherwise as question marks.
 * A text that is still too long is cut before the ending.
 */
export function toSms(text: string, ending = ''): Sms {
  const whole = (text + ending).normalize('NFC').replace(/\r\n?/g, '\n');
  const isWritable = [...whole].every((sign) => findNearestLetters(sign) !== undefined);
  if (!isWritable) {
    const sms = measureSms(whole, 'ucs2');
    if (sms.segments <= MAX_PARTS) return sms;
  }

  const sms = measureSms(toGsm(whole), 'gsm');
  if (sms.segments <= MAX_PARTS) return sms;
  const gsmEnding = toGsm(ending);
  const letters = [...toGsm(text)].slice(0, MAX_PARTS * limits.gsm.part);
  for (;;) {
    const cut = measureSms(`${letters.join('').trimEnd()}...${gsmEnding}`, 'gsm');
    if (cut.segments <= MAX_PARTS || letters.length === 0) return { ...cut, isCut: true };
    letters.pop();
  }
}

const toGsm = (text: string): string =>
  [...text.normalize('NFC').replace(/\r\n?/g, '\n')]
    .map((sign) => findNearestLetters(sign) ?? '\0')
    .join('')
    .replace(/\0+/g, '?');

function measureSms(text: string, encoding: Sms['encoding']): Sms {
  const lengths = [...text].map((sign) => (encoding === 'gsm' ? measureInGsm(sign) : sign.length));
  const characters = lengths.reduce((sum, length) => sum + length, 0);
  const { one, part } = limits[encoding];
  let segments = 1;
  // A sign of two is never divided between two parts.
  let room = part;
  if (characters > one) {
    for (const length of lengths) {
      if (length > room) {
        segments += 1;
        room = part;
      }
      room -= length;
    }
  }
  return { text, encoding, characters, segments, isCut: false };
}
