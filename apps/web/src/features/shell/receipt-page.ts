import { personalPage } from './page-head.ts';

export const receiptPage = personalPage({
  path: '/receipts',
  title: 'Check a receipt',
  description: import.meta.env.SSR
    ? 'Confirms the number, the amount and the date of a receipt of the institute.'
    : '',
});
