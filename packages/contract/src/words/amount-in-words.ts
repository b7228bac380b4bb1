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

const currencyUnits: Record<Currency, [one: string, many: string]> = {
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
  const hundreds = Math.floor(count / 100);
  const rest = count % 100;
  if (hundreds === 0) return spellBelowHundred(rest);
  return `${smallNumbers[hundreds]} hundred${rest ? ` and ${spellBelowHundred(rest)}` : ''}`;
}

function spellNumber(count: number): string {
  if (count === 0) return smallNumbers[0] ?? '';
  const words: string[] = [];
  let rest = count;
  for (const [size, name] of scaleWords) {
    if (rest >= size) words.push(`${spellBelowThousand(Math.floor(rest / size))} ${name}`);
    rest %= size;
  }
  if (rest > 0)
    words.push(rest < 100 && words.length > 0 ? `and ${spellBelowHundred(rest)}` : spellBelowThousand(rest));
  return words.join(' ');
}

/** Spells an amount: "two thousand five hundred Uganda shillings". `amount` must be whole and below a trillion. */
export const spellAmount = (currency: Currency, amount: number): string =>
  `${spellNumber(amount)} ${currencyUnits[currency][amount === 1 ? 0 : 1]}`;
