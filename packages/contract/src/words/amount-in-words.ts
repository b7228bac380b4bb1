import type { Currency } from './money.ts';

const smallNumbers =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
] as const;

const units: Record<Currency, [one: string, many: string]> = {
  USD: ['US dollar', 'US dollars'],
  UGX: ['Uganda shilling', 'Uganda shillings'],
  KES: ['Kenya shilling', 'Kenya shillings'],
  EUR: ['euro', 'euros'],
  GBP: ['pound sterling', 'pounds sterling'],
};

function belowHundred(count: number): string {
  if (count < 20) return smallNumbers[count] ?? '';
  const [ten, one] = [tens[Math.floor(count / 10)] ?? '', count % 10];
  return one ? `${ten}-${smallNumbers[one]}` : ten;
}

function belowThousand(count: number): string {
  const [hundreds, rest] = [Math.floor(count / 100), count % 100];
  if (hundreds === 0) return belowHundred(rest);
  return `${smallNumbers[hundreds]} hundred${rest ? ` and ${belowHundred(rest)}` : ''}`;
}

function numberInWords(count: number): string {
  if (count === 0) return smallNumbers[0] ?? '';
  const words: string[] = [];
  let rest = count;
  for (const [size, name] of scales) {
    if (rest >= size) words.push(`${belowThousand(Math.floor(rest / size))} ${name}`);
    rest %= size;
  }
  if (rest > 0)
    words.push(rest < 100 && words.length > 0 ? `and ${belowHundred(rest)}` : belowThousand(rest));
  return words.join(' ');
}

/** "two thousand five hundred Uganda shillings". `amount` is whole and below a trillion. */
export const amountInWords = (currency: Currency, amount: number): string =>
  `${numberInWords(amount)} ${units[currency][amount === 1 ? 0 : 1]}`;
