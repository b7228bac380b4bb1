import { createFileRoute } from '@tanstack/react-router';
import { EmailLinkPage } from '../../features/newsletter/email-link-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';
import { personal } from '../../page-headers.ts';
import { reads } from '../../page-query.ts';

const path = '/newsletter/confirm';
const words = {
  title: 'Confirm your subscription',
  text: 'Press the button to receive our newsletter at the address that this mail came to.',
  button: 'Confirm subscription',
  done: 'Your subscription is confirmed.',
};

export const Route = createFileRoute('/newsletter/confirm')({
  validateSearch: reads<'token'>('token'),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, { title: words.title, description: words.text, path, noindex: true }),
  component: () => <EmailLinkPage path={path} token={Route.useSearch().token} words={words} />,
});
