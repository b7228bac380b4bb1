import { createFileRoute } from '@tanstack/react-router';
import { siteData } from '../api/site-data.ts';
import { RegistrationSuccess } from '../features/registration/registration-success.tsx';
import { pageHead } from '../features/shell/page-head.ts';

export const Route = createFileRoute('/registration-success')({
  staticData: { site: ['registrationSuccess'] },
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Registration Successful!',
      description: import.meta.env.SSR
        ? `Registration Successful! ${siteData(context)?.registrationSuccess}`
        : '',
      path: '/registration-success',
      noindex: true,
    }),
  component: RegistrationSuccess,
});
