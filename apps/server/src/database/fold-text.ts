/** Letters that Unicode cannot decompose, each with its plain form in PostgreSQL's dictionary `unaccent`. */
const plainLetterBySpecialLetter = new Map(
  (
    "æae ðd øo þth ßss đd ħh ıi ĸq łl ʼ' ⁄/ ŋn œoe ŧt ƀb ɓb ƃb ƈc ɖd ɗd ƌd ɛe ƒf ɠg ƕhv ɩi ɨi ƙk ƚl ɲn ƞn ƣoi ƥp ƫt ƭt ʈt ʋv ƴy ƶz ǥg " +
    "ȡd ȥz ȴl ȵn ȶt ȷj ȸdb ȹqp ⱥa ȼc ⱦt ȿs ɀz ʉu ɇe ɉj ɍr ɏy ‘' ’' ‚, ‛' “\" ”\" ‐- ‑- ‒- –- —- ―- ×* ÷/"
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
);

/**
 * Folds a text as `lower(unaccent(…))` does in the database, for texts that the database must not see. The rule for
 * names in the database function `fold` is left out, because hashes of stored answers depend on this folding.
 */
export const foldToPlainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => plainLetterBySpecialLetter.get(letter) ?? letter);
