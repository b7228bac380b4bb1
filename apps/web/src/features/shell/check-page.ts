import { personalPage } from './page-head.ts';

export const checkPage = personalPage({
  path: '/certificates',
  title: 'Check a certificate',
  description: import.meta.env.SSR ? 'Shows whether a certificate of the institute is genuine.' : '',
});
