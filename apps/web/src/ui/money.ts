import { type Currency, currencies, formatNumber } from '@institute/contract/money';

/** "$ 15", "UGX 50,000". */
export const money = (currency: Currency, amount: number): string =>
  `${currencies[currency].symbol} ${formatNumber(amount)}`;

export const currencyNames: Record<Currency, string> = {
  USD: 'US dollar',
  UGX: 'Uganda shilling',
  KES: 'Kenya shilling',
  EUR: 'Euro',
  GBP: 'British pound',
};
