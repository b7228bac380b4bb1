/** `max` limits one online donation. Amounts are whole units of the currency. */
export const currencies = {
  USD: { symbol: '$', max: 15, presets: [1, 5, 10, 15] },
  UGX: { symbol: 'UGX', max: 50000, presets: [1000, 5000, 10000, 50000] },
  KES: { symbol: 'KSh', max: 2000, presets: [100, 500, 1000, 2000] },
  EUR: { symbol: '€', max: 14, presets: [1, 5, 10, 14] },
  GBP: { symbol: '£', max: 12, presets: [1, 5, 10, 12] },
} as const;

export type Currency = keyof typeof currencies;

export const currencyCodes = ['USD', 'UGX', 'KES', 'EUR', 'GBP'] as const satisfies readonly Currency[];

export const defaultCurrency: Currency = 'USD';

export const overMaximum = (currency: Currency): string =>
  `Maximum donation amount in ${currency} is ${currencies[currency].symbol} ${currencies[currency].max}`;

export const isFree = (price: number): boolean => price <= 1;

/** "UGX 1,500,000", or "Free" at 1 and below. */
export function formatPrice(price: number): string {
  return isFree(price) ? 'Free' : `UGX ${formatNumber(price)}`;
}

// made when the first number is shown, because it takes a phone long
let numbers: Intl.NumberFormat | undefined;

export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
  return numbers.format(value);
}

export const money = (currency: Currency, amount: number): string =>
  `${currencies[currency].symbol} ${formatNumber(amount)}`;

export const currencyNames: Record<Currency, string> = {
  USD: 'US dollar',
  UGX: 'Uganda shilling',
  KES: 'Kenya shilling',
  EUR: 'Euro',
  GBP: 'British pound',
};
