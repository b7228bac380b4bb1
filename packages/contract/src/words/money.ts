import { place } from './place.ts';

/** Currencies. `max` limits one online donation. Amounts are whole units of the currency. */
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

export const describeOverMaximum = (currency: Currency): string =>
  `Maximum donation amount in ${currency} is ${currencies[currency].symbol} ${currencies[currency].max}`;

export const isPriceFree = (price: number): boolean => price <= 1;

/** Formats a price: "UGX 1,500,000", or "Free" for an amount of 1 or less. */
export function formatPrice(price: number): string {
  return isPriceFree(price) ? 'Free' : formatLocalMoney(price);
}

/**
 * Formats a number: "1,500,000" or "12.5", with at most two decimals. `Intl` is not used, because phones take long to
 * load it.
 */
export function formatNumber(value: number): string {
  const [whole = '', decimals] = String(Number(value.toFixed(2))).split('.');
  const groupedDigits = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals ? `${groupedDigits}.${decimals}` : groupedDigits;
}

export const formatMoney = (currency: Currency, amount: number): string =>
  `${currencies[currency].symbol} ${formatNumber(amount)}`;

/** Formats prices and fees: "UGX 1,500,000". */
export const formatLocalMoney = (amount: number): string => formatMoney(place.currency, amount);

export const currencyNames: Record<Currency, string> = {
  USD: 'US dollar',
  UGX: 'Uganda shilling',
  KES: 'Kenya shilling',
  EUR: 'Euro',
  GBP: 'British pound',
};
