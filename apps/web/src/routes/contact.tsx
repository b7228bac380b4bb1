import { createFileRoute } from '@tanstack/react-router';
import { siteData } from '../api/site-data.ts';
import { ContactPage } from '../features/contact/contact-page.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/contact')({
  head: ({ match: { context } }) => {
    const { pages, institute, openingHours = [] } = siteData(context) ?? {};
    const hours = openingHours.map(({ days, hours }) => `${days} ${hours}`).join(', ');
    return pageHead(context, {
      title: 'Contact',
      description: `${pages?.contact.intro} ${institute?.address}, ${institute?.phones[0]}. Open ${hours}.`,
      path: '/contact',
    });
  },
  component: ContactPage,
});
