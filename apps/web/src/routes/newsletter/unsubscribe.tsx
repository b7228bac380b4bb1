import { createFileRoute } from '@tanstack/react-router';
import { EmailLinkPage } from '../../features/newsletter/email-link-page.tsx';
import { pageHead } from '../../features/shell/page-head.ts';
import { personal } from '../../page-headers.ts';
import { reads } from '../../page-query.ts';

const path = '/newsletter/unsubscribe';
const words = {
  title: 'Leave the newsletter',
  text: 'Press the button, and this address gets no more newsletters from us.',
  button: 'Unsubscribe',
  done: 'You are unsubscribed. No more newsletters come to this address.',
};

export const Route = createFileRoute('/newsletter/unsubscribe')({
  validateSearch: reads<'token'>('token'),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, { title: words.title, description: words.text, path, noindex: true }),
  component: () => <EmailLinkPage path={path} token={Route.useSearch().token} words={words} />,
});
