import type { Currency } from './money.ts';

const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tenWords = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scaleWords = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
] as const;

const currencyUnitWords: Record<Currency, [one: string, many: string]> = {
  USD: ['US dollar', 'US dollars'],
  UGX: ['Uganda shilling', 'Uganda shillings'],
  KES: ['Kenya shilling', 'Kenya shillings'],
  EUR: ['euro', 'euros'],
  GBP: ['pound sterling', 'pounds sterling'],
};

function spellBelowHundred(count: number): string {
  if (count < 20) return smallNumbers[count] ?? '';
  const tenWord = tenWords[Math.floor(count / 10)] ?? '';
  const onesCount = count % 10;
  return onesCount ? `${tenWord}-${smallNumbers[onesCount]}` : tenWord;
}

function spellBelowThousand(count: number): string {
  const hundredsCount = Math.floor(count / 100);
  const countBelowHundred = count % 100;
  if (hundredsCount === 0) return spellBelowHundred(countBelowHundred);
  return `${smallNumbers[hundredsCount]} hundred${countBelowHundred ? ` and ${spellBelowHundred(countBelowHundred)}` : ''}`;
}

function spellNumber(count: number): string {
  if (count === 0) return smallNumbers[0] ?? '';
  const numberWords: string[] = [];
  let rest = count;
  for (const [size, name] of scaleWords) {
    if (rest >= size) numberWords.push(`${spellBelowThousand(Math.floor(rest / size))} ${name}`);
    rest %= size;
  }
  if (rest > 0)
    numberWords.push(
      rest < 100 && numberWords.length > 0 ? `and ${spellBelowHundred(rest)}` : spellBelowThousand(rest),
    );
  return numberWords.join(' ');
}

/** Spells an amount: "two thousand five hundred Uganda shillings". `amount` must be whole and below a trillion. */
export const spellAmount = (currency: Currency, amount: number): string =>
  `${spellNumber(amount)} ${currencyUnitWords[currency][amount === 1 ? 0 : 1]}`;
