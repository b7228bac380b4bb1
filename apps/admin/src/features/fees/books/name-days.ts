import { formatDate } from '@institute/contract/time';

/** "2 Jan 2027", or "2 Jan 2027 – 4 Jan 2027". */
export const nameDayRange = ({ from, to }: { from: string; to: string }): string =>
  from === to ? formatDate(to) : `${formatDate(from)} – ${formatDate(to)}`;

/** Labels of the signature lines on a printed count of cash. */
export const cashSignatureLabels = [
  'Cashier: name and signature',
  'Received by: name, signature and day',
] as const;
