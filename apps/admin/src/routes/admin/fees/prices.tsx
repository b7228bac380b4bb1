import { createFileRoute } from '@tanstack/react-router';
import { PricesPage } from '../../../features/fees/prices/prices-page.tsx';

export const Route = createFileRoute('/admin/fees/prices')({
  head: () => ({ meta: [{ title: 'Prices – Admin' }] }),
  component: PricesPage,
});
