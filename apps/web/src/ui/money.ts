import { type Currency, currencies } from '@institute/contract/constants';
import { formatNumber } from '@institute/contract/rules';

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
