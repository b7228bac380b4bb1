import { personalPage } from './page-head.ts';

export const feesPage = personalPage({
  path: '/fees',
  title: 'Fees',
  ...(import.meta.env.SSR && {
    description:
      'See with your reference or pay code and your phone number what you owe, and pay an instalment.',
  }),
});
